/**
 * The renderer of one table serves the next: its shaders are compiled already, and the browser keeps few contexts for
 * drawing.
 */
import {
  Light,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  WebGLRenderer,
  type BufferGeometry,
  type Camera,
  type Material,
  type Scene,
  type Texture,
} from "three";

/** So long a renderer is kept for the next table, in milliseconds. */
const KEPT = 60_000;

let spare: WebGLRenderer | null = null;
let expiry: ReturnType<typeof setTimeout> | undefined;
/** What the last table has left on the spare renderer. Its shaders stay as long as it does. */
let leftovers: (() => void)[] = [];

function make(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
  renderer.toneMapping = NeutralToneMapping;
  Object.assign(renderer.shadowMap, { enabled: true, type: PCFShadowMap, autoUpdate: false });
  // To ask for errors is to wait for the compiler.
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  // Counted over all passes of a frame, the shadow's too.
  renderer.info.autoReset = false;
  // three.js recreates its own objects when the context comes back.
  renderer.domElement.addEventListener("webglcontextlost", (event) => event.preventDefault());
  return renderer;
}

/** A renderer with its own canvas, which may have shown another table before. */
export function takeRenderer(): WebGLRenderer {
  clearTimeout(expiry);
  const renderer = spare;
  spare = null;
  if (renderer && !renderer.getContext().isContextLost()) return renderer;
  renderer?.dispose();
  leftovers = [];
  return make();
}

/** Begins to compile all shaders of a table, side by side, and does not wait for them. */
export function compileAll(renderer: WebGLRenderer, scenes: [Scene, Camera][]): void {
  for (const [scene, camera] of scenes) renderer.compile(scene, camera);
}

/** After the first frame of a table: frees what the table before it has left. */
export function tidyUp(): void {
  for (const free of leftovers) free();
  leftovers = [];
}

/** Gives a renderer back, with what it has drawn. */
export function giveBack(renderer: WebGLRenderer, scenes: [Scene, Camera][], texture: Texture): void {
  renderer.domElement.remove();
  if (spare) return drop(renderer);
  spare = renderer;
  const left = [texture, ...scenes.flatMap(([scene]) => belongings(scene))];
  leftovers.push(() => left.forEach((each) => each.dispose()));
  expiry = setTimeout(() => {
    if (spare) drop(spare);
    spare = null;
    leftovers = [];
  }, KEPT);
}

function drop(renderer: WebGLRenderer): void {
  renderer.dispose();
  renderer.forceContextLoss();
}

/** What of a scene lies on the graphics card. */
function belongings(scene: Scene): { dispose(): void }[] {
  const found: { dispose(): void }[] = [];
  scene.traverse((part) => {
    if (part instanceof Light) found.push(part);
    if (!(part instanceof Mesh)) return;
    const { geometry, material, customDepthMaterial } = part as Mesh<BufferGeometry, Material>;
    found.push(geometry, material, ...(customDepthMaterial ? [customDepthMaterial] : []));
  });
  return found;
}
