// Renders the comparison of two versions: texts of authors are compared word by word.
import { type DiffOutline, type DiffTexts, renderChanges } from '@prime-registry/web';

export class RenderDiffTask {
  readonly #outline: DiffOutline;

  constructor(outline: DiffOutline) {
    this.#outline = outline;
  }

  render(texts: DiffTexts): string {
    return renderChanges(this.#outline, texts).text;
  }
}
