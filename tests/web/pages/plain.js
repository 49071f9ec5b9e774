// Puts the library where a test can reach it.
import * as wembed from "../../../dist/index.js";

Object.assign(globalThis, { wembed, ready: true });
