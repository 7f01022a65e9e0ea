// The addresses below the page of a user that its forms post to.
import { userPath } from '../../views/paths.ts'

/** POST sends the user a link, field `language`. */
export function userLinkPath(guid: string): string {
  return `${userPath(guid)}/link`
}

/** POST gives the user another role, field `role`. */
export function userRolePath(guid: string): string {
  return `${userPath(guid)}/role`
}

/** POST disables or enables the user, field `isActive`. */
export function userStatePath(guid: string): string {
  return `${userPath(guid)}/state`
}

/** POST asks for the reset of the user's second factor, field `language`. */
export function userResetPath(guid: string): string {
  return `${userPath(guid)}/reset`
}

/** POST does the reset that another Admin asked for. */
export function confirmResetPath(guid: string): string {
  return `${userResetPath(guid)}/confirm`
}

/** POST withdraws it; for one's own account, objects to it. */
export function endResetPath(guid: string): string {
  return `${userResetPath(guid)}/end`
}

/** POST ends one session of the user, field `session`. */
export function userSessionPath(guid: string): string {
  return `${userPath(guid)}/session`
}

/** POST ends all sessions of the user but the one that asks. */
export function userSessionsPath(guid: string): string {
  return `${userPath(guid)}/sessions`
}
