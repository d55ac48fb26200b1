/** A piece as it would lie, translucent. */
import { Color, Group, MeshBasicMaterial, MeshStandardMaterial } from "three";
import type { Solid } from "../engine/pkg/tablee_wasm.js";
import { colourOf, finishOf } from "../look/palette";
import { Boxes, patch, type BoxUniforms } from "./boxes";
import { Marks, type Sheet } from "./marks";
import { middleOf } from "./pick";
import { boxVertex, ghostFragment } from "./shaders";

/** A trace larger than the real thing, so that its sides are not lost in those of its neighbours. */
const LARGER = 0.012;

export class Ghost {
  readonly group = new Group();
  private readonly boxes = new Boxes();
  private readonly marks: Marks;

  constructor(sheet: Sheet, uniforms: BoxUniforms) {
    // First only its depth, so that only the nearest sides of its boxes are seen.
    const depth = new MeshBasicMaterial({ colorWrite: false });
    patch(depth, "ghost-depth", uniforms, { vertex: boxVertex(true) });
    const paint = new MeshStandardMaterial({ roughness: 0.6, transparent: true, depthWrite: false });
    patch(paint, "ghost", uniforms, { vertex: boxVertex(true), fragment: ghostFragment });
    this.marks = new Marks(sheet);
    [depth, paint].forEach((material, index) => {
      const mesh = this.boxes.mesh(material);
      mesh.renderOrder = 10 + index;
      this.group.add(mesh);
    });
    this.marks.mesh.renderOrder = 12;
    this.group.add(this.marks.mesh);
    // Depth must come after everything solid, in the same queue as what is translucent.
    depth.transparent = true;
    this.group.visible = false;
  }

  get shown(): boolean {
    return this.group.visible;
  }

  show(solids: Solid[] | null, dark: boolean): void {
    this.group.visible = solids !== null && solids.length > 0;
    this.boxes.begin();
    this.marks.begin();
    const colour = new Color();
    for (const solid of solids ?? []) {
      const middle = middleOf(solid);
      const size = solid.size.map((side) => side + LARGER);
      const finish = finishOf(solid.paint);
      const look = { lit: 0, presence: 1, faint: false, ...finish };
      this.boxes.add(middle, size, 0, colour.set(colourOf(solid.paint, dark)), look);
      for (const mark of solid.marks) this.marks.add(mark, middle, size, colour.set(colourOf(mark.ink, dark)), 0.9);
    }
    this.boxes.end();
    this.marks.end();
  }
}
