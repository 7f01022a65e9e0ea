// Every page of the window, in the order of its navigation.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ComponentType } from 'preact'
import { Overview } from './pages/overview.tsx'
import type { IconName } from './views/icons.tsx'

/** `rest`: what follows the page's name in the address. */
export interface PageProps {
  readonly rest: readonly string[]
}

export interface Page {
  /** Its name in the address; the overview's is an empty text. */
  readonly path: string
  readonly title: keyof Texts['window']['pages']
  readonly icon: IconName
  readonly view: ComponentType<PageProps>
}

export const PAGES: readonly Page[] = [{ path: '', title: 'overview', icon: 'home', view: Overview }]
