// `agent open`: prints a link to the agent's pages, and opens it where somebody sits at a desktop.
import { spawn } from 'node:child_process'
import os from 'node:os'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Locations } from '../../core/settings/locations.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { done, type Outcome } from '../outcome.ts'
import { wrapped, COLUMNS } from '../text.ts'

interface OpenTerminal {
  readonly environment: Environment
  readonly locations: Locations
}

/** Throws NotRunningError, ProblemError. */
export async function openWindow(
  { browser }: { readonly browser: boolean },
  { environment, locations }: OpenTerminal,
): Promise<Outcome> {
  const opened = await askAgent(locations.controlSocket, 'openWindow', null)
  const opener = browser ? desktopOpener(process.platform, environment) : null
  const isShown = opener !== null && (await started([...opener, opened.url]))
  return done(`${opened.url}\n\n${hint(isShown, opened.url)}`, { ...opened, isShown })
}

/** The program that opens an address on the desktop; null where nobody sees one. */
export function desktopOpener(platform: NodeJS.Platform, environment: Environment): readonly string[] | null {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  if (environment['SSH_CONNECTION'] !== undefined) return null
  if (platform === 'darwin') return ['open']
  const hasDesktop = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(Boolean)
  return hasDesktop ? ['xdg-open'] : null
}

/** Whether the program is there. It goes on after this command. */
async function started([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function hint(isShown: boolean, url: string): string {
  if (isShown) return 'It opens in your browser. The link is good once, for one minute.\n'
  const { port } = new URL(url)
  const far = `ssh -L ${port}:127.0.0.1:${port} ${os.hostname()}`
  return [
    ...wrapped(
      'Open it in a browser on this computer within one minute; it is good once. From another computer, first connect with:',
      COLUMNS,
    ),
    `  ${far}`,
    '',
  ].join('\n')
}
