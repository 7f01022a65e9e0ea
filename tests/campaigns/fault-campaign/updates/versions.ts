// Versions of the agent for the campaign: the real bundle with its natives under many numbers, and some that do not work.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { repository } from '../../../../scripts/command.ts'
import { shippedFiles } from '../../../../scripts/package/natives.ts'

/** How a version fails its trial. */
export const BAD_KINDS = ['crashes', 'hangs', 'never online'] as const
export type BadKind = (typeof BAD_KINDS)[number]

/** Stands in the bundle where its version belongs; as long as no real one is. */
const PLACEHOLDER = '0.0.0-campaign-template'
/** What every version is copied from. */
export async function buildTemplate(folder: string): Promise<void> {
  await buildAgent({ folder, version: PLACEHOLDER, updateKeys: [] })
  for (const [name, files] of Object.entries(shippedFiles({ name: 'linux-x64' })))
    for (const file of files)
      cpSync(
        path.join(repository, 'node_modules', name, file),
        path.join(folder, 'node_modules', name, file),
        {
          recursive: true,
        },
      )
}

/** The whole agent, under that number. */
export function makeVersion(template: string, folder: string, version: string): string {
  rmSync(folder, { recursive: true, force: true })
  cpSync(template, folder, { recursive: true, filter: (file) => !file.endsWith('.map') })
  for (const name of ['agent-bundle.mjs', 'release.json']) {
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(PLACEHOLDER, version))
  }
  return folder
}

/** A version that is signed like any other, and must not stay. */
export function makeBad(folder: string, kind: BadKind): void {
  const file = path.join(folder, 'agent.mjs')
  const start = readFileSync(file, 'utf8')
  writeFileSync(path.join(folder, 'agent-start.mjs'), start)
  writeFileSync(file, PROGRAMS[kind])
}

const PROGRAMS: Readonly<Record<BadKind, string>> = {
  crashes: "throw new Error('this version does not work')\n",
  hangs: "setInterval(() => undefined, 1000)\nprocess.on('disconnect', () => process.exit(0))\n",
  'never online': "process.env.Agent__HubUrl = 'http://127.0.0.1:1'\nawait import('./agent-start.mjs')\n",
}

export function madeFolder(parent: string, name: string): string {
  const folder = path.join(parent, name)
  mkdirSync(folder, { recursive: true })
  return folder
}
