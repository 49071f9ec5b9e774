// Where the cells of a heatmap lie, in CSS pixels. A map begins and ends on whole device pixels and is drawn without
// smoothing, so that no cell is blurred; columns of maps with equally many of them stand above each other.

export interface CellSize {
  readonly width: number;
  readonly height: number;
}

export interface Room {
  readonly width: number;
  /** The height that all rows together should not exceed, as far as `minHeight` allows. */
  readonly height: number;
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly square: boolean;
}

export function fitCells(rows: number, columns: number, room: Room, pixelRatio: number): CellSize {
  const whole = (size: number) => Math.floor(size * pixelRatio) / pixelRatio;
  const exact = whole(room.width) / Math.max(1, columns);
  // Filling the room makes some columns a device pixel wider than others, which shows where they are only one or two:
  // there every column is one pixel wide, or every other is two.
  const small = exact * pixelRatio > 1 && exact * pixelRatio < 2;
  const width = small ? Math.floor(2 * exact * pixelRatio) / (2 * pixelRatio) : exact;
  const wanted = Math.max(room.minHeight, Math.min(room.maxHeight, room.height / Math.max(1, rows)));
  if (!room.square) return { width, height: Math.max(1 / pixelRatio, whole(wanted)) };
  const side = whole(Math.min(exact, wanted)) || Math.min(exact, wanted);
  return { width: side, height: side };
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The cell next to `cell` that a key leads to; undefined for other keys. Stops at the edges. */
export function nextCell(cell: Cell, key: string, rows: number, columns: number): Cell | undefined {
  const clamped = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  switch (key) {
    case "ArrowUp":
      return clamped(cell.row - 1, cell.column);
    case "ArrowDown":
      return clamped(cell.row + 1, cell.column);
    case "ArrowLeft":
      return clamped(cell.row, cell.column - 1);
    case "ArrowRight":
      return clamped(cell.row, cell.column + 1);
    case "PageUp":
      return clamped(cell.row, cell.column - 16);
    case "PageDown":
      return clamped(cell.row, cell.column + 16);
    case "Home":
      return clamped(cell.row, 0);
    case "End":
      return clamped(cell.row, columns - 1);
    default:
      return undefined;
  }
}
