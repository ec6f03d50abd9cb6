// A rule while it is written: the fields of a file or a command, and the conditions that come of them.
import { type FieldProblem, quote } from '@prime-registry/protocol/basics';
import type { ClaimCondition } from '../rules/trust-rule.ts';

export class RuleDraft {
  readonly issuer: string;
  readonly conditions = new Map<string, ClaimCondition>();
  readonly problems: FieldProblem[] = [];
  /** What the operator should know, although nothing is wrong. */
  readonly notes: string[] = [];
  readonly #fields: ReadonlyMap<string, ClaimCondition>;

  constructor(issuer: string, fields: ReadonlyMap<string, ClaimCondition>) {
    this.issuer = issuer;
    this.#fields = fields;
  }

  find(field: string): ClaimCondition | undefined {
    return this.#fields.get(field);
  }

  /** The text of a field; undefined if it has none, with a problem if it has several. */
  findText(field: string): string | undefined {
    const value = this.find(field);
    if (value === undefined || typeof value === 'string') return value;
    this.report(field, 'this must be one text, neither a list nor a prefix');
    return undefined;
  }

  report(field: string, message: string): void {
    this.problems.push({ field, message });
  }

  /** Makes a condition of a claim, unless there is another one. */
  require(claim: string, condition: ClaimCondition, field: string): void {
    const other = this.conditions.get(claim);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(condition))
      this.report(field, `there is already another condition on the claim ${quote(claim)}`);
    this.conditions.set(claim, condition);
  }

  /** A field that is a claim under another name. */
  copy(field: string, claim: string): void {
    const value = this.find(field);
    if (value !== undefined) this.require(claim, value, field);
  }

  /** A reference of git, of which `refs/tags/v*` means all with this beginning: no reference contains a `*`. */
  copyRef(field: string, claim: string): void {
    const value = this.find(field);
    if (value === undefined) return;
    const texts = typeof value === 'string' ? [value] : 'prefix' in value ? [value.prefix] : value;
    const wrong = texts.find((text) => !/^refs\/[^*\s]+\*?$/.test(text));
    if (wrong !== undefined)
      this.report(
        field,
        `${quote(wrong)} is not a reference; write one such as 'refs/heads/main' or 'refs/tags/v*'`,
      );
    else if (typeof value === 'string' && value.endsWith('*'))
      this.require(claim, { prefix: value.slice(0, -1) }, field);
    else if (texts.some((text) => text.endsWith('*')))
      this.report(field, "'*' is only understood in a single reference; add a rule for each");
    else this.require(claim, value, field);
  }

  /**
   * A field such as `acme/web-style@456789`: a name, and an id that never changes hands. Either may be missing.
   */
  splitNamed(field: string, { name, id, form, example }: NamedField): void {
    const value = this.find(field);
    if (value === undefined) return;
    if (typeof value !== 'string' && 'prefix' in value) {
      this.report(field, `this must be a text such as '${example}', not a prefix`);
      return;
    }
    const parts = [value].flat().map(splitLast);
    for (const part of parts) {
      const isName = part.name === undefined ? part.id !== undefined : form.name.test(part.name);
      if (!isName || (part.id !== undefined && !form.id.test(part.id)))
        this.report(field, `${quote(part.text)} is not of the form '${example}'`);
    }
    const names = parts.flatMap((part) => part.name ?? []);
    const ids = parts.flatMap((part) => part.id ?? []);
    if ([names, ids].some(({ length }) => length > 0 && length < parts.length))
      this.report(field, 'of several, all must have a name, or none, and all an id, or none');
    if (names.length > 0) this.require(name, single(names), field);
    if (ids.length > 0) this.require(id, single(ids), field);
  }
}

/** What a field with a name and an id stands for. */
interface NamedField {
  /** The claim of the name. */
  readonly name: string;
  /** The claim of the id. */
  readonly id: string;
  readonly form: { readonly name: RegExp; readonly id: RegExp };
  readonly example: string;
}

function splitLast(text: string) {
  const at = text.lastIndexOf('@');
  if (at === -1) return { text, name: text, id: undefined };
  // `@456789`: whatever its name is.
  return { text, name: at === 0 ? undefined : text.slice(0, at), id: text.slice(at + 1) };
}

function single(texts: readonly string[]): ClaimCondition {
  const [only] = texts;
  return texts.length === 1 && only !== undefined ? only : texts;
}
