// The one rule of access: who may call an endpoint. Servers, pages, buttons and documents all ask it.
import { UserRole } from '../user-role.ts'

/**
 * Who may call: anyone, a visitor of the shop, anyone signed in, the listed roles, a service that holds the internal key, or a
 * paired scanner. A visitor is a customer who is signed in, or a stranger by the token of his own basket.
 */
export type Access = 'public' | 'visitor' | 'signed-in' | 'internal-key' | 'scanner' | readonly UserRole[]

/** Visitors of the shop who are signed in. */
export const SHOP_ROLES = ['Pharmacist', 'Customer'] as const satisfies readonly UserRole[]

/** What an endpoint says of who may call it. */
export interface AccessRule {
  readonly access: Access
  /** Of the role Service only these, by client id; null for every service. */
  readonly services: readonly string[] | null
}

/** Somebody who has proved who he is. */
export interface Viewer {
  readonly role: UserRole
  /** Which service it is; null for a person. */
  readonly clientId: string | null
}

/** `viewer` is null for a stranger. Internal key and scanner are proved by a request, not by who somebody is. */
export function may(viewer: Viewer | null, { access, services }: AccessRule): boolean {
  if (access === 'public') return true
  if (access === 'visitor') return viewer === null || SHOP_ROLES.some((role) => role === viewer.role)
  if (viewer === null || access === 'internal-key' || access === 'scanner') return false
  if (access !== 'signed-in' && !access.includes(viewer.role)) return false
  if (viewer.role !== 'Service' || services === null) return true
  return viewer.clientId !== null && services.includes(viewer.clientId)
}

/** For what several endpoints stand behind: whether at least one of them may be called. */
export function mayAny(viewer: Viewer | null, rules: readonly AccessRule[]): boolean {
  return rules.some((rule) => may(viewer, rule))
}

/** How long a sign-in, or a sign-in again, is recent. */
export const RECENT_SIGN_IN_MS = 10 * 60_000

/** For steps that ask who is there once more. `signedInAt` is null where nobody knows: of a token of the version before. */
export function isRecentSignIn(
  { role, signedInAt }: { readonly role: UserRole; readonly signedInAt: Date | null },
  now: Date,
): boolean {
  if (role === 'Service') return true
  return signedInAt !== null && now.getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MS
}

/** Of an endpoint that shows everybody himself: whether the role may ask about others, too. */
export function mayAskAboutOthers(
  role: UserRole,
  { others }: { readonly others: readonly UserRole[] },
): boolean {
  return others.includes(role)
}

/** Roles that may call; a service counts when at least one may. */
export function rolesThatMay(rule: AccessRule): UserRole[] {
  const clientId = rule.services?.[0] ?? null
  return UserRole.options.filter((role) => may({ role, clientId }, rule))
}

/** In English, for documents and refusals: `Admin, Support`, `Service (portal)`. */
export function accessText(rule: AccessRule): string {
  const service = rule.services === null ? 'Service' : `Service (${rule.services.join(', ')})`
  return rolesThatMay(rule)
    .map((role) => (role === 'Service' ? service : role))
    .join(', ')
}
