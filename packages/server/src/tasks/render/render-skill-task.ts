// Renders a Prime as a skill: up to 10 MiB of texts of strangers.
import { renderSkill, type Skill, type SkillAtom, type SkillOrigin } from '@prime-registry/knowledge';

export class RenderSkillTask {
  render(origin: SkillOrigin, atoms: readonly SkillAtom[]): Skill {
    return renderSkill(origin, atoms);
  }
}
