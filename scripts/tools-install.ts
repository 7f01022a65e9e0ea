// Installs the programs that tests and benchmarks need and npm does not bring, from Debian's packages.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { chromiumPath } from '../shared/test/chromium.ts'
import { runCommand } from './command.ts'
import { hasWine, isWineReady, prepareWine } from './package/wine.ts'

/** A package, and a file that tells that it is there. */
export interface Tool {
  readonly package: string
  readonly file: string
}

/** What tests and benchmarks need. */
const TOOLS: readonly Tool[] = [
  { package: 'chromium-headless-shell', file: chromiumPath() },
  { package: 'fonts-dejavu-core', file: '/usr/share/fonts/truetype/dejavu' },
  { package: 'cups', file: '/usr/sbin/cupsd' },
  { package: 'cups-client', file: '/usr/bin/lp' },
  { package: 'netcat-openbsd', file: '/usr/bin/nc' },
  { package: 'socat', file: '/usr/bin/socat' },
  { package: 'p910nd', file: '/usr/sbin/p910nd' },
  { package: 'nats-server', file: '/usr/sbin/nats-server' },
  { package: 'haproxy', file: '/usr/sbin/haproxy' },
  { package: 'pgbouncer', file: '/usr/sbin/pgbouncer' },
  { package: 'mosquitto', file: '/usr/sbin/mosquitto' },
  // For promtool alone, which tries the alerts.
  { package: 'prometheus', file: '/usr/bin/promtool' },
  // Windows' Node and koffi come for x64 only.
  ...(process.arch === 'x64'
    ? [
        { package: 'wine', file: '/usr/bin/wine' },
        { package: 'wine64', file: '/usr/lib/wine/wine64' },
      ]
    : []),
]
/** Keeps a package's service from starting while it is installed: the tests run their own. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'
const LIMIT_MS = 8 * 60_000
const TRIES = 2

/** Returns what went wrong, in words; null when the tools are there or a person has been told what to install. */
export async function installTools(): Promise<string | null> {
  return (await installPackages()) ?? prepareWindows()
}

async function installPackages(): Promise<string | null> {
  const missing = missingOf(TOOLS)
  if (missing.length === 0) {
    console.log(`tools: nothing to install, these are there: ${TOOLS.map((tool) => tool.package).join(', ')}`)
    return null
  }
  if (!mayInstall()) {
    console.log(
      `tools: some tests and benchmarks need ${missing.join(', ')}, and this is not root on Debian. Install them`,
    )
    console.log(
      `tools: (on Debian: apt-get install ${missing.join(' ')}; a Chromium elsewhere: CHROMIUM_PATH);`,
    )
    console.log('tools: until then those tests are skipped, each by name')
    return null
  }
  return install(TOOLS)
}

/** A Windows for Wine with its own Node: what calls Windows is tested there. */
async function prepareWindows(): Promise<string | null> {
  if (process.arch !== 'x64' || !hasWine() || isWineReady()) return null
  console.log("tools: Wine's Windows, with a Node and koffi for it, in .data/package/wine (some 900 MB)")
  try {
    await prepareWine()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

function missingOf(tools: readonly Tool[]): string[] {
  return tools.filter((tool) => !existsSync(tool.file)).map((tool) => tool.package)
}

/** Those that are missing. Returns what went wrong, in words. */
export async function install(tools: readonly Tool[]): Promise<string | null> {
  const packages = missingOf(tools)
  if (packages.length === 0) return null
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const installed =
      (await apt(['update'])) &&
      (await withoutServices(async () => apt(['install', '-y', '--no-install-recommends', ...packages])))
    const missing = missingOf(tools)
    if (missing.length === 0) return null
    if (installed)
      return `${missing.join(', ')} is installed, but not where it is looked for (CHROMIUM_PATH?)`
    console.log(`tools: that failed (try ${attempt} of ${TRIES})`)
  }
  return `apt-get could not install ${packages.join(', ')}`
}

/** A machine that has a policy of its own keeps it. */
async function withoutServices(work: () => Promise<boolean>): Promise<boolean> {
  if (existsSync(SERVICE_POLICY)) return work()
  writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    rmSync(SERVICE_POLICY)
  }
}

async function apt(args: readonly string[]): Promise<boolean> {
  console.log(`tools: apt-get ${args.join(' ')}`)
  const { succeeded, ending, output } = await runCommand({
    file: 'apt-get',
    args: ['-q', ...args],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    limitMs: LIMIT_MS,
    shown: false,
  })
  if (!succeeded) console.log(`${output.slice(-2_000)}\ntools: apt-get ${ending}`)
  return succeeded
}
