// Reads puzzles with other programs and prints what they saw as a JSON list: read.mjs MODULES CLIENT FILE [CLIENT FILE]...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , modules, ...pairs] = process.argv;
const load = path => import(pathToFileURL(`${modules}/${path}`).href);
const parser = await load("@xwordly/xword-parser/dist/index.mjs");
const tools = await load("xd-crossword-tools/dist/index.mjs");

function xword(file, bytes, text) {
  const puzzle = parser.parse(file.endsWith(".puz") ? bytes : text, { filename: file });
  const rebus = cell => (cell.hasRebus ? puzzle.rebusTable.get(cell.rebusKey) : cell.solution);
  return {
    title: puzzle.title,
    author: puzzle.author,
    rows: puzzle.grid.cells.map(row => row.map(cell => (cell.isBlack ? "#" : rebus(cell) ?? ""))),
    circles: puzzle.grid.cells.flatMap((row, r) => row.flatMap((cell, c) => (cell.isCircled ? [[r, c]] : []))),
    numbers: puzzle.grid.cells.map(row => row.map(cell => cell.number ?? 0)),
    across: puzzle.clues.across.map(clue => [clue.number, clue.text]),
    down: puzzle.clues.down.map(clue => [clue.number, clue.text]),
  };
}

function xd(file, bytes, text) {
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const source = file.endsWith(".puz") ? tools.puzToXD(whole) : file.endsWith(".jpz") ? tools.jpzToXD(text) : text;
  const puzzle = tools.xdToJSON(source);
  const styles = puzzle.design ? puzzle.design.styles : {};
  const places = puzzle.design ? puzzle.design.positions : [];
  const styled = test => places.flatMap((row, r) => [...row].flatMap((mark, c) => (test(styles[mark] ?? {}) ? [[r, c]] : [])));
  return {
    title: puzzle.meta.title,
    author: puzzle.meta.author,
    rows: puzzle.tiles.map(row => row.map(tile => (tile.type === "blank" ? "#" : tile.word ?? tile.letter))),
    circles: styled(style => style.background === "circle"),
    left: styled(style => style["bar-left"] === "true"),
    top: styled(style => style["bar-top"] === "true"),
    across: puzzle.clues.across.map(clue => [clue.number, clue.body]),
    down: puzzle.clues.down.map(clue => [clue.number, clue.body]),
    answers: [...puzzle.clues.across, ...puzzle.clues.down].map(clue => clue.answer),
    errors: puzzle.report.errors.map(error => error.message),
  };
}

function read(client, file) {
  const bytes = readFileSync(file);
  try {
    return (client === "xword" ? xword : xd)(file, bytes, bytes.toString("utf8"));
  } catch (error) {
    return { failed: error.message };
  }
}

const seen = [];
for (let i = 0; i + 1 < pairs.length; i += 2) seen.push(read(pairs[i], pairs[i + 1]));
process.stdout.write(JSON.stringify(seen));
