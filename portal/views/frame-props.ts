// What every page needs to know of the request it answers.
import type { Viewer as AccessViewer } from '@pharmacy-relay/shared/api/access.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { SecondFactorDue } from '../session/second-factor-due.ts'
import type { SessionLeft } from '../session/session.ts'
import type { Theme } from './theme.ts'

/** Who is signed in. */
export interface Viewer extends AccessViewer {
  readonly name: string
}

/** What every page needs to know of the request. */
export interface FrameProps {
  readonly language: Language
  readonly theme: Theme
  /** The reader's time zone, as Intl names it. */
  readonly zone: string
  /** Null on pages for people who are not signed in. */
  readonly viewer: Viewer | null
  /** How long the session lasts; null for who is not signed in. */
  readonly sessionLeft: SessionLeft | null
  /** Until when the account needs a second factor; null where nothing is to be said of it. */
  readonly secondFactorDue: SecondFactorDue | null
  readonly csrfToken: string
  /** Path and query of this page, where preference changes return to. */
  readonly path: string
  /** Changes with the files under /assets. */
  readonly assetVersion: string
  /** The way to the hubs of other portals is gone. */
  readonly isNatsAway: boolean
}
