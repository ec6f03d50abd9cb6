// Draws the graph of a version: as a page, as a small image, and for previews.
import { decodeGraphAtom, type GraphAtom, type GraphRow } from '@prime-registry/store';
import {
  countOf,
  drawGraph,
  type GraphDrawing,
  type GraphPages,
  groupByKind,
  type KindGroup,
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

/** Draws one graph: {@link add} its atoms, then {@link draw} or {@link preview}. */
export class DrawGraphTask {
  readonly #version: DrawnVersion;
  readonly #atoms: GraphAtom[] = [];

  constructor(version: DrawnVersion) {
    this.#version = version;
  }

  add(rows: readonly GraphRow[]): void {
    for (const row of rows) this.#atoms.push(decodeGraphAtom(row));
  }

  draw(): GraphPages {
    const { name, version, isKnown } = this.#version;
    const groups = groupByKind(this.#atoms);
    const drawing = drawGroups(groups);
    const label = `The graph of ${name} ${version}: ${countOf(this.#atoms.length, 'atom')}`;
    const svg = renderGraph(drawing, name, version, label);
    return {
      page: renderGraphPage({ name, version, groups, drawing, svg, isKnown }),
      picture: renderThumbnail(drawing),
    };
  }

  /** The picture that other sites show next to a link, as PNG. */
  preview(): Uint8Array {
    return renderPreview(drawGroups(groupByKind(this.#atoms)));
  }
}

function drawGroups(groups: readonly KindGroup[]): GraphDrawing {
  return drawGraph(groups.flatMap(({ atoms }) => atoms));
}
