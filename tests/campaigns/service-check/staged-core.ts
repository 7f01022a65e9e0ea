// The agent as an installer lays it out, for a computer of the check.
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { buildAgent, onlyEnglish, OUTSIDE } from '../../../scripts/build/build-agent.ts'
import { repository } from '../../../scripts/command.ts'

export const checkFolder = path.join(repository, '.data/service-check')

/** Programs, Node and packages of this computer. */
export async function stageForLinux(): Promise<string> {
  const folder = await freshFolder('linux-core')
  await copyPrograms(folder)
  await copyFile(process.execPath, path.join(folder, 'node'))
  await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** The program of guest-pharmacy.ts. */
export async function bundlePharmacy(): Promise<string> {
  const outfile = path.join(checkFolder, 'guest-pharmacy.mjs')
  return bundleForGuest('tests/campaigns/service-check/guest-pharmacy.ts', outfile)
}

/** A program in one file, which an emulated processor starts sooner. `outfile`: within the repository, for its packages. */
export async function bundleForGuest(entry: string, outfile: string): Promise<string> {
  await build({
    absWorkingDir: repository,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: [...OUTSIDE],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [onlyEnglish],
    logLevel: 'warning',
  })
  return outfile
}

/** Node 22 instead of 24, which Wine 8 cannot start; agent.mjs would refuse it. */
export async function stageForWine(parts: {
  readonly node: string
  readonly packages: string
}): Promise<string> {
  const folder = await freshFolder('windows-core')
  await copyPrograms(folder)
  await writeFile(path.join(folder, 'agent.mjs'), "import('./agent-bundle.mjs')\n")
  await copyFile(parts.node, path.join(folder, 'node.exe'))
  await symlink(parts.packages, path.join(folder, 'node_modules'))
  return folder
}

async function freshFolder(name: string): Promise<string> {
  const folder = path.join(checkFolder, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

async function copyPrograms(folder: string): Promise<void> {
  const { file, programs } = await buildAgent()
  for (const program of [...programs, path.join(path.dirname(file), 'release.json')])
    await copyFile(program, path.join(folder, path.basename(program)))
}
