// Who may do something, for people who may not: the roles by their names in the reader's language.
import { rolesThatMay, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

/** `Admin`, or `Admin or Support`. */
export function whoMay(rule: AccessRule, t: Texts): string {
  const names = rolesThatMay(rule).map((role) => t.userRoles[role])
  return new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(names)
}
