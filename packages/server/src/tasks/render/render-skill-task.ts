// Renders a Prime as a skill: up to 10 MiB of texts of strangers.
import { renderSkill, type Skill, type SkillAtom, type SkillOrigin } from '@prime-registry/knowledge';

export class RenderSkillTask {
  readonly #origin: SkillOrigin;

  constructor(origin: SkillOrigin) {
    this.#origin = origin;
  }

  render(atoms: readonly SkillAtom[]): Skill {
    return renderSkill(this.#origin, atoms);
  }
}
