// The faces of bots, drawn for this project. Each is a line of words that name its parts and colours.
//
// Bots grow older with their level: children play level 1, grandparents the best ones.

import { botNames } from "../engine/catalogue";
import { levelOf } from "../engine/game.svelte";
import * as parts from "./face-parts";

const SKINS: Record<string, [skin: string, shade: string, cheek: string]> = {
  porcelain: ["#fbe3cf", "#e5b596", "#f0a48e"],
  peach: ["#f5d0ac", "#dba277", "#e98f75"],
  honey: ["#e8b98a", "#c98f5c", "#d97f5f"],
  amber: ["#cf9661", "#a9713f", "#bf6a48"],
  cocoa: ["#9c6740", "#774a2a", "#a3523a"],
  ebony: ["#6f452b", "#4f2e1b", "#83402c"],
};

const HAIRS: Record<string, [hair: string, shade: string]> = {
  raven: ["#332b2b", "#191515"],
  espresso: ["#50372a", "#35231a"],
  chestnut: ["#7b4a2a", "#5a331b"],
  copper: ["#b4582c", "#8b3f1d"],
  ginger: ["#d67c37", "#ad5c22"],
  wheat: ["#e3b761", "#bd9040"],
  flaxen: ["#f1d894", "#cfb06a"],
  ash: ["#a79a8a", "#82766a"],
  silver: ["#c9c6c2", "#9d9994"],
  snow: ["#f4f0e8", "#cfc8bb"],
  plum: ["#7a4a78", "#573256"],
  teal: ["#3f7f83", "#2b5d60"],
};

/** Colours of clothes and of what else is worn, with a darker one. */
const DYES: Record<string, [dye: string, shade: string]> = {
  brick: ["#b5513f", "#8f3b2d"],
  rust: ["#cf7a3b", "#a65c27"],
  mustard: ["#ddae45", "#b4882a"],
  moss: ["#6f8a52", "#53693b"],
  pine: ["#3f6b5b", "#2c4e42"],
  lagoon: ["#4a8a94", "#34686f"],
  denim: ["#4a6f9c", "#355377"],
  navy: ["#34466a", "#232f4a"],
  lilac: ["#8a6ba8", "#694f84"],
  berry: ["#a8476b", "#82334f"],
  rose: ["#d98a94", "#b5656f"],
  cream: ["#f3e6cb", "#d3bf97"],
  stone: ["#8d857b", "#6b645b"],
  soot: ["#3f3a36", "#292523"],
};

const GROUNDS: Record<string, string> = {
  butter: "#f6dc9b",
  apricot: "#f3c39a",
  blush: "#efc3b9",
  sage: "#c7d3a8",
  mint: "#b7d8c6",
  sky: "#b5d3e0",
  haze: "#bcc4de",
  orchid: "#d6c0dc",
  sand: "#e3d2b4",
  clay: "#dba98a",
};

/**
 * Ground, skin, head, hair (its colour, then back and front), eyes, brows, nose, mouth, then what is worn. The first dye
 * is the clothes', the second that of hats, glasses and bows.
 */
export const FACES: Record<string, string> = {
  Lily: "butter porcelain round child ginger pigtails fringe bright soft button gap freckles tee moss berry",
  Oscar: "sky peach round child wheat mop bright soft button grin overalls brick denim",
  Zoé: "blush cocoa round child raven puffs band bright soft button smile tee mustard rose",
  Tom: "mint peach round child copper spikes dots raised button gap freckles plaster stripes lagoon brick",
  Nina: "orchid amber round child espresso braids curtain bright soft button smile collar lilac mustard",
  Hugo: "apricot honey round child chestnut crop bright soft button oh cap tee pine brick",

  Margot: "sage porcelain round chestnut bob fringe bright soft button smile beret stripes navy brick",
  Felix: "butter peach oval ginger quiff dots raised button smirk freckles hood denim rust",
  Iris: "haze honey heart raven long fringe almond soft button small ribbon collar lagoon rose",
  Jules: "apricot cocoa round raven curly bright soft broad grin tee mustard pine",
  Rosa: "mint amber round espresso ponytail swept lashes soft button grin bow overalls berry mustard",
  Leo: "sky porcelain square flaxen mop laughing soft button smile backcap stripes brick navy",

  Clara: "blush porcelain oval wheat long curtain bright soft bridge smile flower collar moss rose",
  Theo: "sand honey square espresso side dots soft bridge smirk headphones hood stone brick",
  Mila: "butter peach heart plum bob side lashes raised button smirk hoops tee soot mustard",
  Bruno: "sage amber square raven crop dots bushy bulb grin bobble scarf pine rust",
  Alice: "sky peach oval chestnut waves band bright soft button smile ribbon collar denim soot",
  Kim: "apricot honey round teal side almond quizzical button small rounds rollneck lilac soot",

  Max: "mint peach square copper side dots raised bridge grin stubble jacket denim rust",
  Louise: "butter porcelain oval espresso bun bright soft bridge smile rounds collar brick soot",
  Simon: "haze cocoa oval raven buzz dots soft broad smile squares rollneck mustard soot",
  Emma: "sage peach heart wheat sideways swept lashes soft bridge lips scarf lagoon berry",
  Gabriel: "blush honey oval chestnut mop calm soft bridge smile stubble beads stone brick",
  Jade: "sand ebony heart raven afro band lashes raised broad lips hoops tee rust mustard",

  Flora: "apricot peach round copper waves curtain laughing soft button smile flower beads moss cream",
  Samuel: "sky ebony square raven crop dots soft broad smile beard collar pine brick",
  Olga: "orchid porcelain round flaxen braids band bright raised button lips headscarf tee berry mustard",
  Arthur: "sage peach square wheat side dots bushy roman smile newsboy moustache jacket stone rust",
  Lucia: "clay amber oval espresso curls curly lashes soft bridge grin earrings tee lagoon mustard",
  Victor: "haze honey oval raven swept narrow keen roman smirk handlebar bowtie navy brick",

  Omar: "sand amber oval raven temples dots bushy bridge smile beard turban collar mustard pine",
  Agnès: "mint porcelain heart ash bob side dots raised roman small cats rollneck soot brick",
  Martin: "clay peach square chestnut receding laughing bushy bulb smile beard straw overalls denim mustard",
  Vera: "sky peach oval plum beehive bright raised bridge lips cats beads berry navy",
  Edgar: "butter porcelain oval raven swept narrow keen roman straight monocle jacket soot mustard",
  Paula: "orchid cocoa round espresso hijab almond soft broad smile tee lilac lagoon",

  Selma: "sage honey oval silver sideways swept calm soft bridge smile earrings scarf brick mustard",
  Anton: "haze porcelain square ash receding dots bushy bulb small chops squares collar navy soot",
  Camille: "apricot peach heart silver long curtain dots soft bridge small rounds lines beads pine brick",
  Pablo: "butter amber round snow temples laughing bushy broad grin handlebar bowtie rust brick",
  Dora: "mint ebony round ash afro band calm raised broad smile rounds hoops rollneck berry mustard",
  Hector: "clay peach pear silver mop narrow bushy bulb smirk moustache lines newsboy jacket moss stone",

  Marcel: "sky honey pear snow temples dots bushy bulb smile moustache beret stripes navy brick",
  Inès: "blush amber oval silver bun almond keen bridge lips lines earrings beads soot lagoon",
  Conrad: "sand peach square ash crop narrow keen roman small goatee lines bowler bowtie soot brick",
  Ada: "orchid cocoa heart snow curls curly calm soft broad smile half lines collar lilac mustard",
  Ravi: "sage cocoa oval silver temples calm bushy bridge smile greatbeard turban tee lagoon rust",
  Sofia: "apricot honey round silver waves side laughing soft bulb grin flower lines scarf lagoon berry",

  Minerva: "haze peach oval snow beehive narrow keen roman small half lines beads pine mustard",
  Otto: "butter peach pear snow tuft laughing bushy bulb smile greatbeard rounds lines overalls brick mustard",
  Blanche: "sky peach round snow bob fringe calm soft bulb smile lines headscarf scarf berry rose",
  Virgil: "clay amber oval silver mane receding narrow bushy roman straight beard lines pencil jacket stone mustard",
  Athena: "butter ebony oval silver braids band almond raised broad lips lines hoops collar denim mustard",
  Igor: "mint peach square snow receding dots bushy roman smirk handlebar monocle lines bowtie soot brick",
};

/** All words that mean something in a face. */
export const faceWords: ReadonlySet<string> = new Set([
  "child",
  ...[GROUNDS, SKINS, HAIRS, DYES, ...Object.values(parts)].flatMap((category) => Object.keys(category)),
]);

/** The first word of a line that names something of a category. */
function chosen<T>(words: readonly string[], category: Record<string, T>): T | undefined {
  const word = words.find((each) => Object.hasOwn(category, each));
  return word === undefined ? undefined : category[word];
}

/** A face as SVG, 64 by 64. */
function drawFace(line: string): string {
  const words = line.split(" ");
  const [skin, shade, cheek] = chosen(words, SKINS) ?? ["#f5d0ac", "#dba277", "#e98f75"];
  const [hair, hairShade] = chosen(words, HAIRS) ?? ["#50372a", "#35231a"];
  const dyes = words.filter((word) => Object.hasOwn(DYES, word)).map((word) => DYES[word] ?? ["", ""]);
  const [cloth = "", clothShade = ""] = dyes[0] ?? [];
  const extra = dyes[1]?.[0] ?? cloth;
  const paints: parts.Paints = { skin, shade, hair, hairShade, cloth, clothShade, extra };
  const draw = (category: Record<string, (paints: parts.Paints) => string>): string =>
    chosen(words, category)?.(paints) ?? "";
  const extras = words.map((word) => parts.EXTRAS[word]?.(paints) ?? "").join("");
  const child = words.includes("child");
  const look = draw(parts.BROWS) + draw(parts.EYES) + draw(parts.GLASSES);
  return [
    `<circle fill="${chosen(words, GROUNDS) ?? ""}" cx="32" cy="32" r="32"/>`,
    draw(parts.HAIR_BACK),
    `<path fill="${shade}" d="M25 45h14v9q-7 6-14 0z"/>`,
    `<path fill="${cloth}" d="M9.7 55C15 52.5 22 52 24.5 51q7.5 6 15 0c2.5 1 9.5 1.5 14.8 4A32 32 0 0 1 9.7 55z"/>`,
    draw(parts.CLOTHES),
    `<g fill="${shade}"><circle cx="15.5" cy="35" r="3.6"/><circle cx="48.5" cy="35" r="3.6"/></g>`,
    `<path fill="${skin}" d="${chosen(words, parts.HEADS) ?? ""}"/>`,
    `<g fill="${cheek}" opacity="${child ? 0.6 : 0.38}"><circle cx="21" cy="41" r="3.6"/><circle cx="43" cy="41" r="3.6"/></g>`,
    draw(parts.MOUTHS),
    draw(parts.BEARDS),
    draw(parts.NOSES),
    draw(parts.HAIR_FRONT),
    child ? `<g transform="translate(0 1.5)">${look}</g>` : look,
    extras,
  ].join("");
}

/** A bot that is not one of our levels: a wooden robot, in a colour that follows from its name. */
function drawRobot(bot: string): string {
  const grounds = Object.values(GROUNDS);
  let sum = 0;
  for (const letter of bot) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  const dyes = Object.values(DYES);
  const [dye, shade] = dyes[sum % dyes.length] ?? ["", ""];
  return (
    `<circle fill="${grounds[sum % grounds.length] ?? ""}" cx="32" cy="32" r="32"/>` +
    `<path fill="${dye}" d="M9.7 55C18 51 46 51 54.3 55A32 32 0 0 1 9.7 55z"/>` +
    `<path fill="#8a6440" d="M27 46h10v8H27zM30.8 8h2.4v9h-2.4zM11 30h5v9h-5zM48 30h5v9h-5z"/><circle fill="${dye}" cx="32" cy="7.5" r="3.5"/>` +
    `<rect fill="#d8bb8e" x="15" y="16" width="34" height="33" rx="8"/><rect fill="#f1e2c4" x="19.5" y="25" width="25" height="12" rx="6"/>` +
    `<circle fill="#33271d" cx="26" cy="31" r="2.8"/><circle fill="#33271d" cx="38" cy="31" r="2.8"/>` +
    `<path fill="none" stroke="${shade}" stroke-width="2" stroke-linecap="round" d="M26 41.5q6 4.5 12 0"/>`
  );
}

/** The face of a bot on a seat, as the content of an SVG of 64 by 64. */
export function faceMarkup(bot: string, seat: number): string {
  const level = levelOf(bot);
  const name = level === null ? undefined : botNames[level - 1]?.[seat];
  const line = name === undefined ? undefined : FACES[name];
  return line === undefined ? drawRobot(bot) : drawFace(line);
}
