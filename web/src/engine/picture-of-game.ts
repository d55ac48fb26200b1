// A picture of a game, to be shared: the table as it is seen, above it the game and the day, below it the players with
// their points. Made in the page; nothing is sent anywhere.

import { drawingOf } from "../look/drawings";
import { colourOf } from "../look/palette";

const WIDTH = 1200;
const HEAD = 84;
const ROW = 92;
const MARGIN = 32;
/** The narrowest and widest part of the table that is shown, as width by height. */
const SHAPES = { narrowest: 0.85, widest: 1.7 };

export interface PlayerInPicture {
  name: string;
  points: string;
  paint: string;
  emblem: string;
  /** The drawing of a bot's face, on a sheet of 64 by 64; people have none. */
  face?: string | undefined;
  won: boolean;
}

export interface Pictured {
  game: string;
  day: string;
  /** Where it was played. */
  site: string;
  players: readonly PlayerInPicture[];
  dark: boolean;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The middle of a picture of the table, neither too narrow nor too wide. */
export function middlePart(width: number, height: number): Box {
  const shape = Math.min(Math.max(width / height, SHAPES.narrowest), SHAPES.widest);
  const [w, h] = width / height > shape ? [height * shape, height] : [width, width / shape];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}

/** Where the players stand: in rows of equal length, at most four in a row. */
export function playerBoxes(count: number, top: number): Box[] {
  const rows = Math.ceil(count / 4);
  const inRow = Math.ceil(count / Math.max(rows, 1));
  const width = (WIDTH - 2 * MARGIN) / inRow;
  return Array.from({ length: count }, (_, at) => ({
    x: MARGIN + (at % inRow) * width,
    y: top + Math.floor(at / inRow) * ROW,
    width,
    height: ROW,
  }));
}

/** A text that fits, cut short if it must be. */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join("").trimEnd()}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

const family = (name: "--serif" | "--sans"): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name) || "serif";

/** The picture, drawn around a picture of the table. */
export async function pictureOfGame(
  table: Blob,
  { game, day, site, players, dark }: Pictured,
): Promise<HTMLCanvasElement> {
  const seen = await createImageBitmap(table);
  const part = middlePart(seen.width, seen.height);
  const high = Math.round((WIDTH * part.height) / part.width);
  const boxes = playerBoxes(players.length, HEAD + high + 14);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = (boxes.at(-1)?.y ?? HEAD + high) + ROW + 10;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const [paper, ink, soft] = dark ? ["#2a2621", "#f1e9db", "#cabfae"] : ["#f1ede5", "#2a241c", "#655b4d"];
  const write = (text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign): void => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";
  write(game, MARGIN, HEAD / 2, `700 42px ${family("--serif")}`, ink, "left");
  write(`${day} · ${site}`, WIDTH - MARGIN, HEAD / 2, `24px ${family("--sans")}`, soft, "right");
  pen.drawImage(seen, part.x, part.y, part.width, part.height, 0, HEAD, WIDTH, high);
  seen.close();
  const faces = await Promise.all(players.map(({ face }) => imageOf(face)));
  for (const [at, player] of players.entries())
    drawPlayer(pen, player, boxes[at], { ink, soft, dark, face: faces[at] ?? null });
  return canvas;
}

/** A face as an image; null if there is none, or if it cannot be drawn. */
async function imageOf(face: string | undefined): Promise<HTMLImageElement | null> {
  if (face === undefined) return null;
  const image = new Image();
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">${face}</svg>`;
  image.src = `data:image/svg+xml,${encodeURIComponent(sheet)}`;
  return image.decode().then(
    () => image,
    () => null,
  );
}

interface Inks {
  face: HTMLImageElement | null;
  ink: string;
  soft: string;
  dark: boolean;
}

function drawPlayer(pen: CanvasRenderingContext2D, player: PlayerInPicture, box: Box | undefined, inks: Inks): void {
  if (!box) return;
  const { name, points, paint, emblem, won } = player;
  const [side, middle] = [56, box.y + box.height / 2];
  if (won) {
    pen.fillStyle = inks.dark ? "#4f4128" : "#f3e6cb";
    pen.beginPath();
    pen.roundRect(box.x + 2, box.y + 6, box.width - 8, box.height - 12, 16);
    pen.fill();
  }
  const sign = { x: box.x + 14, y: middle - side / 2, width: side, height: side };
  if (inks.face) pen.drawImage(inks.face, sign.x, sign.y, side, side);
  // Beside a face the emblem is a badge.
  const badge = { x: sign.x + side * 0.58, y: sign.y + side * 0.58, width: side * 0.46, height: side * 0.46 };
  drawEmblem(pen, emblem, colourOf(paint, inks.dark), inks.face ? badge : sign);
  pen.textAlign = "right";
  pen.fillStyle = inks.ink;
  pen.font = `700 40px ${family("--serif")}`;
  const right = box.x + box.width - 20;
  pen.fillText(points, right, middle);
  const room = box.width - side - 54 - pen.measureText(points).width;
  pen.textAlign = "left";
  pen.font = `${won ? 700 : 500} 27px ${family("--sans")}`;
  pen.fillText(
    fitted(name, room, (text) => pen.measureText(text).width),
    box.x + side + 26,
    middle,
  );
}

function drawEmblem(pen: CanvasRenderingContext2D, emblem: string, colour: string, { x, y, width }: Box): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(0, 0, width, width, width * 0.28);
  pen.fill();
  // Drawings are on sheets of 100 by 100.
  const scale = (width * 0.62) / 100;
  pen.translate(width * 0.19, width * 0.19);
  pen.scale(scale, scale);
  pen.fillStyle = pen.strokeStyle = colourOf("ivory");
  pen.lineCap = pen.lineJoin = "round";
  for (const { d, width: line } of drawingOf(emblem)) {
    if (line === undefined) pen.fill(new Path2D(d), "evenodd");
    else {
      pen.lineWidth = line;
      pen.stroke(new Path2D(d));
    }
  }
  pen.restore();
}

/** The picture as a file. */
export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], `${name}.png`, { type: "image/png" }));
      else reject(new Error("no picture"));
    }, "image/png"),
  );
}
