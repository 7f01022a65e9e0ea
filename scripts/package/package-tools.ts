// What `npm run package:check` uses where it is there; without it, it names what it did not run.
import { install, mayInstall, type Tool } from '../tools-install.ts'

const TOOLS: readonly Tool[] = [
  { package: 'wine', file: '/usr/bin/wine' },
  { package: 'wine64', file: '/usr/lib/wine/wine64' },
  { package: 'nsis', file: '/usr/bin/makensis' },
  { package: 'mmdebstrap', file: '/usr/bin/mmdebstrap' },
]

/** Returns what went wrong, in words; null when they are there. */
export async function installPackageTools(): Promise<string | null> {
  if (!mayInstall()) return `install by hand: ${TOOLS.map((tool) => tool.package).join(', ')}`
  const fault = await install(TOOLS)
  if (fault === null) console.log(`tools: there are ${TOOLS.map((tool) => tool.package).join(', ')}`)
  return fault
}
