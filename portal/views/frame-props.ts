// What every page needs to know of the request it answers.
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { Theme } from './theme.ts'

export interface Viewer {
  readonly name: string
  readonly role: UserRole
}

/** What every page needs to know of the request. */
export interface FrameProps {
  readonly language: Language
  readonly theme: Theme
  /** Null on pages for people who are not signed in. */
  readonly viewer: Viewer | null
  readonly csrfToken: string
  /** Path and query of this page, where preference changes return to. */
  readonly path: string
  /** Changes with the files under /assets. */
  readonly assetVersion: string
  /** The way to the hubs of other portals is gone. */
  readonly isNatsAway: boolean
}
