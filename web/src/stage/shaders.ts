import { LIGHT_INSIDE, PALER } from "../look/palette";

/** What is changed in three's shaders, by the line that is replaced. */
import { MOST_FOOTPRINTS } from "./footprints";

export interface ShaderPatch {
  vertex?: Record<string, string>;
  fragment?: Record<string, string>;
}

/** How round edges are, in cells; thin boxes are less so. */
const BEVEL = "0.068";

const INSTANCE = `
attribute float edge;
attribute vec3 boxMiddle;
attribute vec4 boxSize;
attribute vec3 boxColour;
attribute vec4 boxLook;
attribute vec2 boxFinish;
`;

const PASSED_ON = `
varying vec3 vBoxColour;
varying vec4 vBoxLook;
varying vec3 vInBox;
varying vec4 vBoxSize;
varying float vEdge;
varying float vBoxRoughness;
`;

const PLACED = `
float bevel = min(${BEVEL} * boxFinish.y, 0.35 * min(min(boxSize.x, boxSize.y), boxSize.z));
vec3 inBox = position * (0.5 * boxSize.xyz - bevel) + normal * bevel;
vec3 transformed = boxMiddle + inBox;
`;

/** For the picture itself, or for the shadow, in which what is faint has no part. */
export function boxVertex(forPicture: boolean): Record<string, string> {
  if (!forPicture) {
    return {
      "#include <common>": `#include <common>\n${INSTANCE}`,
      "#include <begin_vertex>": `${PLACED}\nif (boxLook.z > 0.5 || boxLook.y < 0.4) transformed = vec3(1e6);`,
    };
  }
  return {
    "#include <common>": `#include <common>\n${INSTANCE}${PASSED_ON}`,
    "#include <begin_vertex>": `${PLACED}
vBoxColour = boxColour; vBoxLook = boxLook; vInBox = inBox / boxFinish.y; vBoxSize = vec4(boxSize.xyz / boxFinish.y, boxSize.w); vEdge = edge; vBoxRoughness = boxFinish.x;`,
  };
}

/** Grain that runs along the longest side, as a joiner would cut it. */
const WOOD = `
float woodHash(vec2 p) { return fract(sin(dot(p, vec2(41.3, 289.1))) * 43758.5453); }
float woodNoise(vec2 p) {
  vec2 cell = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(woodHash(cell), woodHash(cell + vec2(1.0, 0.0)), f.x),
             mix(woodHash(cell + vec2(0.0, 1.0)), woodHash(cell + vec2(1.0, 1.0)), f.x), f.y);
}
float woodGrain(vec3 p, vec4 size) {
  bool alongX = size.x >= size.y;
  float along = (alongX ? p.x : p.y) + size.w * 7.0;
  float across = (alongX ? p.y : p.x) + 0.6 * p.z + size.w * 13.0;
  float wave = 0.12 * woodNoise(vec2(along * 0.9, across * 2.0));
  float broad = woodNoise(vec2(along * 0.55, (across + wave) * 9.0));
  float fine = woodNoise(vec2(along * 2.2, (across + wave) * 46.0));
  return (broad - 0.5) * 0.75 + (fine - 0.5) * 0.45;
}
`;

/** How much of a pixel's pattern is kept: a dither that stays one draw call and needs no sorting. */
const DITHER = `
float ditherAt(vec2 pixel) {
  return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
}
`;

/** Light edges are lost on light surfaces: there they are amber. */
const EDGES = `
uniform vec3 litColour;
uniform vec3 amber;
bool isLight(vec3 paint) { return dot(paint, vec3(0.3, 0.59, 0.11)) > 0.55; }
`;

const boxSurface = `
{
  float grain = vBoxLook.w > 0.0 ? woodGrain(vInBox, vBoxSize) : 0.0;
  vec3 paint = vBoxColour * (1.0 + vBoxLook.w * 0.34 * grain);
  // The light does not get all the way down between neighbours.
  float height = (vInBox.z + 0.5 * vBoxSize.z);
  float foot = smoothstep(0.0, 0.34, height / max(0.3, vBoxSize.z));
  paint *= mix(0.8, 1.0, mix(foot, 1.0, smoothstep(0.2, 0.0, vBoxSize.z)));
  diffuseColor.rgb *= paint;
}
`;

export const boxFragment: Record<string, string> = {
  "#include <common>": `#include <common>\n${PASSED_ON}${WOOD}${DITHER}${EDGES}
uniform vec3 haze;`,
  "#include <clipping_planes_fragment>": `
    float shown = vBoxLook.y;
    if (vBoxLook.z > 0.5) shown *= vEdge > 0.08 ? 0.42 : 0.0;
    if (shown < 0.999 && ditherAt(gl_FragCoord.xy) >= shown) discard;`,
  "#include <color_fragment>": `${boxSurface}
    float rim = smoothstep(0.3, 0.95, vEdge);
    bool light = isLight(vBoxColour);
    if (light) diffuseColor.rgb = mix(diffuseColor.rgb, amber, vBoxLook.x * mix(0.12, 1.0, rim));`,
  "#include <roughnessmap_fragment>": `float roughnessFactor = clamp(vBoxRoughness + 0.1 * vBoxLook.w, 0.2, 1.0);`,
  "#include <emissivemap_fragment>": `
    // Matt lacquer gives back a little white light from all sides, most along worn edges and at a grazing look.
    float grazing = pow(1.0 - saturate(dot(normal, normalize(vViewPosition))), 3.0);
    totalEmissiveRadiance += haze * (0.032 + 0.05 * grazing + 0.075 * smoothstep(0.2, 1.0, vEdge) * step(0.12, vBoxSize.z));
    if (!light) totalEmissiveRadiance += vBoxLook.x * mix(vBoxColour * 0.16, litColour * 0.85, rim);`,
};

/** A piece as it would lie: translucent, with its edges drawn. */
export const ghostFragment: Record<string, string> = {
  "#include <common>": `#include <common>\n${PASSED_ON}${WOOD}${EDGES}`,
  "#include <color_fragment>": `${boxSurface}
    float rim = smoothstep(0.02, 0.5, vEdge);
    bool light = isLight(vBoxColour);
    if (light) diffuseColor.rgb = mix(diffuseColor.rgb, amber, rim);
    // A dark line inside the bright one: cubes stay apart over cubes of their own colour.
    float dark = smoothstep(0.0, 0.1, vEdge) * (1.0 - smoothstep(0.1, 0.3, vEdge));
    diffuseColor.rgb *= 1.0 - 0.6 * dark;
    diffuseColor.a *= mix(0.62, 0.98, max(rim, dark));`,
  "#include <emissivemap_fragment>": `totalEmissiveRadiance += light ? vec3(0.0) : mix(vBoxColour * 0.12, litColour * 0.9, rim);`,
};

export const markVertex: Record<string, string> = {
  "#include <common>": `#include <common>
attribute vec3 markMiddle;
attribute vec3 markRight;
attribute vec3 markUp;
attribute vec4 markRect;
attribute vec4 markInk;
varying vec2 vMarkUv;
varying vec4 vMarkInk;`,
  "#include <beginnormal_vertex>": "vec3 objectNormal = normalize(cross(markRight, markUp));",
  "#include <begin_vertex>": `
vec3 transformed = markMiddle + position.x * markRight + position.y * markUp;
vMarkUv = mix(markRect.xy, markRect.zw, position.xy * 0.5 + 0.5);
vMarkInk = markInk;`,
};

export const markFragment: Record<string, string> = {
  "#include <common>": `#include <common>
uniform sampler2D sheet;
varying vec2 vMarkUv;
varying vec4 vMarkInk;`,
  "#include <color_fragment>": `
vec4 drawn = texture2D(sheet, vMarkUv);
float bright = dot(vMarkInk.rgb, vec3(0.3, 0.59, 0.11));
vec3 rim = bright > 0.16 ? vec3(0.027, 0.021, 0.016) : vec3(0.96, 0.9, 0.75);
// The sheet is premultiplied, so that its edges do not darken.
diffuseColor = vec4(mix(rim, vMarkInk.rgb, drawn.r / max(drawn.a, 0.001)), vMarkInk.a * drawn.a);
if (diffuseColor.a < 0.004) discard;`,
};

/** Hidden parts: only the edges are drawn, and a tint of colour. */
export const throughFragment: Record<string, string> = {
  "#include <common>": `#include <common>\n${PASSED_ON}uniform vec3 litColour;`,
  "#include <color_fragment>": `
    float rim = smoothstep(0.25, 0.9, vEdge);
    diffuseColor = vec4(mix(vBoxColour, litColour, 0.75 * rim), mix(0.14, 0.75, rim) * vBoxLook.y);`,
};

/**
 * A place that is offered: an outline of a light and a dark line, one of which is seen on any colour, and light in its
 * corners. What is printed or laid there stays readable.
 */
export const glowVertex = `
attribute vec4 place;
attribute vec2 extent;
varying vec2 vAt;
varying vec2 vHalf;
varying float vStrength;
void main() {
  vHalf = extent * 0.5;
  vAt = position.xy * (vHalf + 0.12);
  vStrength = place.w;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place.xyz + vec3(vAt, 0.0), 1.0);
}
`;

export const glowFragment = `
uniform vec3 colour;
uniform vec3 light;
uniform vec3 deep;
uniform float pulse;
uniform float strength;
uniform float fill;
varying vec2 vAt;
varying vec2 vHalf;
varying float vStrength;
void main() {
  float corner = min(0.13, 0.4 * min(vHalf.x, vHalf.y));
  vec2 q = abs(vAt) - (vHalf - 0.055 - corner);
  float outside = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - corner;
  float pixel = max(fwidth(outside), 0.0006);
  float wide = max(0.022, 1.1 * pixel) * (1.0 + 0.5 * vStrength);
  float line = 1.0 - smoothstep(wide, wide + pixel, abs(outside));
  float dark = (1.0 - smoothstep(wide * 1.9, wide * 1.9 + pixel, abs(outside)));
  float inside = 1.0 - smoothstep(-pixel, pixel, outside);
  float glow = fill * inside
    * (exp(${LIGHT_INSIDE.falloff.toFixed(1)} * outside) * mix(${LIGHT_INSIDE.edge.join(", ")}, pulse)
      + ${LIGHT_INSIDE.chosen} * vStrength);
  vec3 seen = mix(mix(colour, light, ${PALER}), deep, dark * (1.0 - line));
  seen = mix(seen, light, line);
  float alpha = max(max(line, dark * 0.62), glow) * strength;
  if (alpha < 0.012) discard;
  gl_FragColor = vec4(seen, alpha);
  #include <colorspace_fragment>
}
`;

/** Soft dark rounded rectangles: what lies on a rack touches it. */
export const shadeVertex = `
attribute vec4 rect;
attribute vec3 soft;
varying vec2 vAt;
varying vec2 vHalf;
varying vec3 vSoft;
void main() {
  vHalf = rect.zw;
  vSoft = soft;
  vAt = position.xy * (rect.zw + soft.x * 2.0);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(rect.xy + vAt, 0.0, 1.0);
}
`;

export const shadeFragment = `
uniform vec3 colour;
varying vec2 vAt;
varying vec2 vHalf;
varying vec3 vSoft;
void main() {
  vec2 q = abs(vAt) - vHalf + vSoft.y;
  float outside = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - vSoft.y;
  float alpha = vSoft.z * (1.0 - smoothstep(-vSoft.x, vSoft.x, outside));
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}
`;

/** The table: felt in a frame of oak, the floor beyond it, and the shadows on all of it. */
export const tableVertex: Record<string, string> = {
  "#include <common>": "#include <common>\nvarying vec2 vOnTable;",
  "#include <begin_vertex>": "#include <begin_vertex>\nvOnTable = position.xy * modelMatrix[0][0];",
};

export const tableFragment: Record<string, string> = {
  "#include <common>": `#include <common>
varying vec2 vOnTable;
uniform vec3 floorColour;
uniform vec3 felt;
uniform vec3 feltFar;
uniform vec3 oak;
uniform vec3 shade;
uniform float reach;
uniform vec4 top;
uniform float rim;
#define PARTS ${MOST_FOOTPRINTS}
uniform vec4 board[PARTS];
uniform float shadeDepth;
${WOOD}
float rounded(vec2 p, vec2 halfSize, float radius) {
  vec2 q = abs(p) - halfSize + radius;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}`,
  "gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );": `
vec2 onTop = vOnTable - top.xy;
float edge = rounded(onTop, top.zw, rim * 1.1);
float lip = rounded(onTop, top.zw - rim, rim * 0.5);
float pixel = length(fwidth(vOnTable)) * 0.7;
float away = length(vOnTable / reach);
float wood = smoothstep(-pixel, pixel, lip);
float off = smoothstep(-pixel, pixel, edge);
// Each surface is computed only where it is seen.
vec3 cloth = vec3(0.0), frame = vec3(0.0), beyond = vec3(0.0);
if (wood < 1.0) {
  // Felt: short fibres, and the light of a lamp that fades outwards.
  float fibres = (woodNoise(vOnTable * 31.0) - 0.5) * smoothstep(0.05, 0.01, pixel)
    + (woodNoise(vOnTable * 7.0) - 0.5) * 0.5;
  cloth = mix(felt, feltFar, smoothstep(0.1, 1.25, away)) * (1.0 + 0.07 * fibres);
  cloth *= 1.0 - 0.5 * exp(7.0 * min(lip, 0.0) / rim) * step(lip, 0.0);
}
if (wood > 0.0 && off < 1.0) {
  // Oak, its grain along each side, mitred at the corners, round towards both edges.
  vec2 beyondTop = abs(onTop) - top.zw;
  bool upright = beyondTop.x > beyondTop.y;
  vec2 grainAt = (upright ? onTop.yx : onTop.xy) / rim;
  float grain = (woodNoise(vec2(grainAt.x * 0.35, grainAt.y * 9.0)) - 0.5) * 0.8
    + (woodNoise(vec2(grainAt.x * 1.4, grainAt.y * 38.0)) - 0.5) * 0.4;
  float across = clamp(lip / rim, 0.0, 1.0);
  float round = smoothstep(0.0, 0.14, across) * smoothstep(0.0, 0.2, 1.0 - across);
  float mitre = smoothstep(0.0, 0.05 * rim + pixel, abs(beyondTop.x - beyondTop.y));
  frame = oak * (1.0 + 0.24 * grain) * mix(0.72, 1.0, round) * mix(0.86, 1.0, mitre);
  frame *= 1.0 - 0.3 * smoothstep(0.3, 1.5, away);
  frame += 0.05 * smoothstep(0.12, 0.0, abs(across - 0.2));
}
if (off > 0.0) beyond = mix(floorColour, shade * floorColour, 0.42 * exp(-1.6 * max(edge, 0.0) / rim));
vec3 surface = mix(mix(cloth, frame, wood), beyond, off);
float contact = 0.0;
for (int part = 0; part < PARTS; part++) {
  vec2 aside = max(abs(vOnTable - board[part].xy) - board[part].zw, 0.0);
  if (board[part].z > 0.0) contact = max(contact, 0.55 * exp(-5.0 * length(aside)));
}
float dim = max(0.66 * (1.0 - getShadowMask()), contact);
vec3 seen = mix(surface, shade * surface, shadeDepth * dim);
// Half a step of noise: without it such slow changes show as rings.
float grit = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
gl_FragColor = vec4(seen + grit * seen / 96.0, 1.0);`,
};
