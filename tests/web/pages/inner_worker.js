// A page's own worker that uses the library.
import { EmbeddingModel } from "../../../dist/index.js";

const model = await EmbeddingModel.load();
const vector = await model.embed("hello world");
postMessage({ runsIn: model.runsIn, atOnce: model.embedSync("hello world").length, vector });
