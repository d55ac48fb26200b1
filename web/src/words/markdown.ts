// Rules pages are written in a small part of Markdown. This reads that part into plain data, which the page then shows:
// no markup of a text is ever taken over as it is.

export type Inline =
  { kind: "text" | "strong" | "em" | "code" | "decision"; text: string } | { kind: "link"; text: string; href: string };

interface Item {
  /** The rule's number, if the item is a clause. */
  clause: string | null;
  inline: Inline[];
}

type Block =
  | { kind: "heading"; level: number; inline: Inline[]; id: string }
  | { kind: "paragraph"; inline: Inline[] }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

/** What marks a point that the printed rules leave open and that is settled here. */
const DECISION = String.raw`\((?:our |notre )?(?:decision|décision)\)`;
const INLINE = new RegExp(
  String.raw`\x60([^\x60]+)\x60|\*\*([^*]+)\*\*|\*([^*]+)\*|(${DECISION})|\[([^\]]+)\]\(([^)\s]+)\)`,
  "g",
);
const CLAUSE = /^\*\*([A-Z]\d+[a-z]?)\*\*\s+/;

function readInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: "text", text: source.slice(end, match.index) });
    const [whole, code, strong, em, decision, text, href] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    else if (decision !== undefined) parts.push({ kind: "decision", text: decision.slice(1, -1) });
    else if (text !== undefined && href !== undefined) parts.push(safeLink(text, href));
    end = match.index + whole.length;
  }
  if (end < source.length) parts.push({ kind: "text", text: source.slice(end) });
  return parts;
}

function safeLink(text: string, href: string): Inline {
  return /^(https:\/\/|#|\/)/.test(href) ? { kind: "link", text, href } : { kind: "text", text };
}

function readItem(source: string): Item {
  const clause = CLAUSE.exec(source);
  return { clause: clause?.[1] ?? null, inline: readInline(clause ? source.slice(clause[0].length) : source) };
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => readInline(cell.trim()));

const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Reads a page, block by block. */
export function readMarkdown(source: string): Block[] {
  const lines = source.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  const line = (): string => lines[at] ?? "";
  while (at < lines.length) {
    if (line().trim() === "") {
      at++;
    } else if (line().startsWith("```")) {
      const begin = ++at;
      while (at < lines.length && !line().startsWith("```")) at++;
      blocks.push({ kind: "code", text: lines.slice(begin, at++).join("\n") });
    } else if (/^#{1,4} /.test(line())) {
      const [, marks = "", text = ""] = /^(#+) (.*)$/.exec(line()) ?? [];
      blocks.push({ kind: "heading", level: marks.length, inline: readInline(text), id: anchor(text) });
      at++;
    } else if (line().startsWith("|")) {
      const rows: string[] = [];
      for (; line().startsWith("|"); at++) rows.push(line());
      const [head = "", , ...body] = rows;
      blocks.push({ kind: "table", head: cells(head), rows: body.map(cells) });
    } else if (/^(?:- |\d+\. )/.test(line())) {
      const ordered = /^\d/.test(line());
      const items: string[] = [];
      for (; at < lines.length && line().trim() !== ""; at++) {
        const begins = /^(?:- |\d+\. )(.*)$/.exec(line());
        if (begins) items.push(begins[1] ?? "");
        else if (/^\s/.test(line()) && items.length > 0) items.push(`${items.pop() ?? ""} ${line().trim()}`);
        else break;
      }
      blocks.push({ kind: "list", ordered, items: items.map(readItem) });
    } else {
      const text: string[] = [];
      for (; at < lines.length && line().trim() !== "" && !/^(?:#|- |\||```)/.test(line()); at++)
        text.push(line().trim());
      blocks.push({ kind: "paragraph", inline: readInline(text.join(" ")) });
    }
  }
  return blocks;
}
