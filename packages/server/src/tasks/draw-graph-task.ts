// Draws the graph of a version, as a page and as a small image.
import { decodeGraphAtom, type GraphAtom, type GraphRow } from '@prime-registry/store';
import {
  countOf,
  drawGraph,
  type GraphPages,
  groupByKind,
  renderGraph,
  renderGraphPage,
  renderPreview,
  renderThumbnail,
} from '@prime-registry/web';

/** The version to draw. */
interface DrawnVersion {
  readonly name: string;
  readonly version: string;
  /** Whether its atoms were read. */
  readonly isKnown: boolean;
}

/** Draws one graph: {@link add} its atoms, then {@link draw} or {@link drawPreview}. */
export class DrawGraphTask {
  readonly #version: DrawnVersion;
  readonly #atoms: GraphAtom[] = [];

  constructor(version: DrawnVersion) {
    this.#version = version;
  }

  add(rows: readonly GraphRow[]): void {
    for (const row of rows) this.#atoms.push(decodeGraphAtom(row));
  }

  /** The picture for previews of links, as PNG. */
  drawPreview(): Uint8Array {
    return renderPreview(drawGraph(groupByKind(this.#atoms).flatMap(({ atoms }) => atoms)));
  }

  draw(): GraphPages {
    const { name, version, isKnown } = this.#version;
    const groups = groupByKind(this.#atoms);
    const drawing = drawGraph(groups.flatMap(({ atoms }) => atoms));
    const label = `The graph of ${name} ${version}: ${countOf(this.#atoms.length, 'atom')}`;
    const svg = renderGraph(drawing, name, version, label);
    return {
      page: renderGraphPage({ name, version, groups, drawing, svg, isKnown }),
      picture: renderThumbnail(drawing),
    };
  }
}
