// Renders the comparison of two versions: texts of authors are compared word by word.
import { type DiffOutline, type DiffTexts, renderChanges } from '@prime-registry/web';

export class RenderDiffTask {
  render(outline: DiffOutline, texts: DiffTexts): string {
    return renderChanges(outline, texts).text;
  }
}
