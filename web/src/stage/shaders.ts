/** What is changed in three's shaders, by the line that is replaced. */
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
attribute float boxRoughness;
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
float bevel = min(${BEVEL}, 0.35 * min(min(boxSize.x, boxSize.y), boxSize.z));
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
vBoxColour = boxColour; vBoxLook = boxLook; vInBox = inBox; vBoxSize = boxSize; vEdge = edge; vBoxRoughness = boxRoughness;`,
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

/** On what is light already, light edges are lost: there they are amber. */
const EDGES = `
uniform vec3 litColour;
uniform vec3 amber;
bool isLight(vec3 paint) { return dot(paint, vec3(0.3, 0.59, 0.11)) > 0.55; }
`;

const boxSurface = `
{
  float grain = woodGrain(vInBox, vBoxSize);
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
    // Matt lacquer gives back a little white light from wherever it comes, most along worn edges and at a grazing look.
    float grazing = pow(1.0 - saturate(dot(normal, normalize(vViewPosition))), 3.0);
    totalEmissiveRadiance += haze * (0.032 + 0.05 * grazing + 0.075 * smoothstep(0.2, 1.0, vEdge) * step(0.12, vBoxSize.z));
    if (!light) totalEmissiveRadiance += vBoxLook.x * mix(vBoxColour * 0.16, litColour * 0.85, rim);`,
};

/** A piece as it would lie: its colour lets through what is behind, its edges are drawn. */
export const ghostFragment: Record<string, string> = {
  "#include <common>": `#include <common>\n${PASSED_ON}${WOOD}${EDGES}`,
  "#include <color_fragment>": `${boxSurface}
    float rim = smoothstep(0.02, 0.5, vEdge);
    bool light = isLight(vBoxColour);
    if (light) diffuseColor.rgb = mix(diffuseColor.rgb, amber, rim);
    diffuseColor.a *= mix(0.62, 0.98, rim);`,
  "#include <emissivemap_fragment>": `totalEmissiveRadiance += light ? vec3(0.0) : mix(vBoxColour * 0.12, litColour * 0.75, rim);`,
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
// The sheet is premultiplied, lest its edges darken.
diffuseColor = vec4(mix(rim, vMarkInk.rgb, drawn.r / max(drawn.a, 0.001)), vMarkInk.a * drawn.a);
if (diffuseColor.a < 0.004) discard;`,
};

/** Rounded squares that glow: the chosen one is full, the others are a rim and a breath of colour. */
export const glowVertex = `
attribute vec4 place;
varying vec2 vAt;
varying float vStrength;
void main() {
  vAt = position.xy;
  vStrength = place.w;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place.xyz + vec3(position.xy * 0.5, 0.0), 1.0);
}
`;

export const glowFragment = `
uniform vec3 colour;
uniform float breath;
varying vec2 vAt;
varying float vStrength;
void main() {
  vec2 q = abs(vAt) - vec2(0.62);
  float outside = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.22;
  float body = 1.0 - smoothstep(-0.02, 0.02, outside);
  float line = 1.0 - smoothstep(0.028, 0.05, abs(outside + 0.06));
  // White on both sides of the line: so it is seen on any colour, its own too.
  float white = 1.0 - smoothstep(0.07, 0.1, abs(outside + 0.06));
  float halo = exp(-9.0 * max(outside, 0.0)) * 0.5;
  float quiet = max(body * mix(0.16, 0.32, breath), max(line * 0.95, white * 0.6));
  float chosen = max(body * 0.7 + halo * (1.0 - body), white * 0.95);
  float alpha = clamp(mix(quiet, chosen, vStrength), 0.0, 1.0);
  if (alpha < 0.01) discard;
  vec3 seen = mix(colour, vec3(1.0, 0.97, 0.88), white * (1.0 - line * (1.0 - 0.8 * vStrength)));
  gl_FragColor = vec4(seen, alpha);
  #include <colorspace_fragment>
}
`;

/** The table: linen under a lamp, and the shadows on it. */
export const tableVertex: Record<string, string> = {
  "#include <common>": "#include <common>\nvarying vec2 vOnTable;",
  "#include <begin_vertex>": "#include <begin_vertex>\nvOnTable = position.xy * modelMatrix[0][0];",
};

export const tableFragment: Record<string, string> = {
  "#include <common>": `#include <common>
varying vec2 vOnTable;
uniform vec3 far;
uniform vec3 near;
uniform vec3 shade;
uniform vec4 lamp;
uniform vec4 board;
uniform float shadeDepth;`,
  "gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );": `
float away = length(vOnTable - lamp.xy) / lamp.z;
vec3 linen = mix(near, far, smoothstep(0.15, 1.0, away));
float weave = sin(vOnTable.x * 150.0) * sin(vOnTable.y * 150.0) * 0.5 + sin(vOnTable.x * 43.0 + sin(vOnTable.y * 3.0)) * 0.15;
// Finer than a pixel it would shimmer.
float threads = fwidth(vOnTable.x) + fwidth(vOnTable.y);
linen *= 1.0 + 0.02 * weave * smoothstep(0.02, 0.004, threads) * smoothstep(1.0, 0.6, away);
vec2 beyond = max(abs(vOnTable - board.xy) - board.zw, 0.0);
float contact = board.z > 0.0 ? 0.5 * exp(-4.5 * length(beyond)) : 0.0;
float dim = max(0.62 * (1.0 - getShadowMask()) * smoothstep(1.0, 0.5, away * 0.8), contact);
vec3 seen = mix(linen, shade * linen, shadeDepth * dim);
// Half a step of noise: without it such slow changes show as rings.
float grit = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
gl_FragColor = vec4(seen + grit * seen / 96.0, 1.0);`,
};
