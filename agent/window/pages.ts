// Every page of the window, in the order of its navigation.
import type { Texts } from './texts.ts'
import type { ComponentType } from 'preact'
import { About } from './pages/about.tsx'
import { Dispensing } from './pages/dispensing.tsx'
import { Doctor } from './pages/doctor.tsx'
import { Help } from './pages/help.tsx'
import { Labels } from './pages/labels.tsx'
import { Logs } from './pages/logs.tsx'
import { Overview } from './pages/overview.tsx'
import { Pairing } from './pages/pairing.tsx'
import { Printers } from './pages/printers.tsx'
import { Settings } from './pages/settings.tsx'
import type { Route } from './route.ts'
import type { IconName } from './views/icons.tsx'

export interface Page {
  /** Its name in the address; the overview's is an empty text. */
  readonly path: string
  readonly title: keyof Texts['window']['pages']
  readonly icon: IconName
  readonly view: ComponentType<Pick<Route, 'rest'>>
}

export const PAGES: readonly Page[] = [
  { path: '', title: 'overview', icon: 'home', view: Overview },
  { path: 'labels', title: 'labels', icon: 'label', view: Labels },
  { path: 'dispensing', title: 'dispensing', icon: 'prescription', view: Dispensing },
  { path: 'printers', title: 'printers', icon: 'printer', view: Printers },
  { path: 'doctor', title: 'doctor', icon: 'doctor', view: Doctor },
  { path: 'help', title: 'help', icon: 'help', view: Help },
  { path: 'pairing', title: 'pairing', icon: 'pharmacy', view: Pairing },
  { path: 'settings', title: 'settings', icon: 'settings', view: Settings },
  { path: 'logs', title: 'logs', icon: 'log', view: Logs },
  { path: 'about', title: 'about', icon: 'info', view: About },
]
