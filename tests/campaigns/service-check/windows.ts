// The service under Wine: installed by the agent's own command line, asked on its pipe, stopped and removed.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PLATFORMS, workFolder } from '../../../scripts/package/platforms.ts'
import { stage } from '../../../scripts/package/stage.ts'
import { prepareWine, startWine, windowsNode, wineFolder } from '../../../scripts/package/wine.ts'
import { checkFolder, stageForWine } from './staged-core.ts'

const DATA = path.join(wineFolder, 'prefix/drive_c/ProgramData/PharmacyRelay')

interface Expected {
  readonly name: string
  readonly args: readonly string[]
  readonly code: number
  readonly says?: string
}

const STEPS: readonly Expected[] = [
  { name: 'nothing is installed', args: ['service', 'status'], code: 0, says: 'is not installed' },
  { name: 'install', args: ['service', 'install'], code: 0, says: 'is installed and runs' },
  { name: 'it answers on its pipe', args: ['status'], code: 1, says: 'no pharmacy' },
  { name: 'install again: refused', args: ['service', 'install'], code: 1, says: 'installed already' },
  { name: 'stop', args: ['service', 'stop'], code: 0, says: 'does not run' },
  { name: 'nobody answers then', args: ['status'], code: 3 },
  { name: 'start', args: ['service', 'start'], code: 0, says: 'runs and starts with the computer' },
  { name: 'restart', args: ['service', 'restart'], code: 0 },
  { name: 'a person may stop it', args: ['stop'], code: 0 },
  { name: 'remove, with its data kept', args: ['service', 'remove', '--keep-data'], code: 0 },
  { name: 'install on that data', args: ['service', 'install'], code: 0 },
  { name: 'install anew', args: ['service', 'install', '--again'], code: 0 },
  { name: 'remove, with its data', args: ['service', 'remove'], code: 0 },
  { name: 'nothing is installed then', args: ['service', 'status'], code: 0, says: 'is not installed' },
  { name: 'removed again: refused', args: ['service', 'remove'], code: 1, says: 'is not installed' },
]

/** Returns what did not hold, in words. */
export async function runWindows(onLine: (line: string) => void): Promise<string[]> {
  await prepareWine()
  const core = await stageForWine({
    node: windowsNode,
    packages: await windowsPackages(),
  })
  const faults: string[] = []
  // Wine ends its services with the last program of the user.
  const company = startWine(['cmd', '/c', 'ping -n 3600 127.0.0.1'], { workFolder: core, log: '/dev/null' })
  try {
    for (const { name, args, code, says = '' } of STEPS) {
      const end = await agent(args, core)
      const holds = end.code === code && end.output.includes(says)
      if (!holds) faults.push(name)
      onLine(holds ? `ok ${name}` : `FAILED ${name}: ended with ${end.code}\n${end.output}`)
    }
    const isLeft = existsSync(DATA)
    if (isLeft) faults.push('its data is left')
    onLine(isLeft ? `FAILED ${DATA} is left` : 'ok nothing is left of its data')
    return faults
  } finally {
    company.kill()
  }
}

/** Those that were staged for Windows last, or now. */
async function windowsPackages(): Promise<string> {
  const platform = PLATFORMS.find(({ os }) => os === 'win32')
  if (platform === undefined) throw new Error('there is no Windows among the platforms')
  const packages = path.join(workFolder(platform), 'core/node_modules')
  if (!existsSync(packages)) await stage(platform)
  return packages
}

async function agent(args: readonly string[], core: string) {
  const log = path.join(checkFolder, 'wine-output.txt')
  const program = [path.join(core, 'node.exe'), path.join(core, 'agent.mjs')]
  const child = startWine([...program, ...args], { workFolder: core, log })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('exit', resolve)
  })
  return { code, output: readFileSync(log, 'utf8') }
}
