// `npm run package:check`: builds the unpacked application of each platform with a stand-in for Electron, examines it, and
// installs and removes it. With --no-install it leaves the last part out.
import path from 'node:path'
import { repository } from './command.ts'
import { buildTree, electronVersion } from './package/build-tree.ts'
import { checkDeb } from './package/deb-check.ts'
import { checkLoading, type LoadCheck } from './package/load-check.ts'
import { checkInstaller } from './package/nsis-check.ts'
import { PLATFORMS, type Platform } from './package/platforms.ts'
import { stage } from './package/stage.ts'
import { standInFor } from './package/stand-in.ts'
import { checkConfiguration, checkTree, type Tree } from './package/tree-check.ts'

const NOT_INSTALLED = { faults: [], notRun: ['its installation, as --no-install says'] }
const NOT_HERE = 'dmg, AppImage, an installer that electron-builder packed, real Windows and macOS, signing'
const EXECUTABLES = { linux: 'pharmacy-relay', win32: 'Pharmacy Relay.exe' } as const

async function check(platform: Platform): Promise<string[]> {
  const startedMs = performance.now()
  const { core, programs } = await stage(platform)
  const electronDist = await standInFor(platform, {
    electronVersion: await electronVersion(),
    node: path.join(core, platform.nodeName),
  })
  const folder = await buildTree(platform, electronDist)
  const executable = path.join(folder, EXECUTABLES[platform.os])
  const tree = { platform, folder, executable, programs }
  const parts = [await checkLoading(tree), await checkInstallation(tree)]
  const all = [...(await checkTree(tree)), ...parts.flatMap(({ faults }) => faults)]
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  console.log(
    `${all.length === 0 ? 'passed' : 'FAILED'}  ${platform.name.padEnd(10)} ${seconds.padStart(4)} s`,
  )
  for (const fault of all) console.log(`  ${fault}`)
  for (const text of parts.flatMap(({ notRun }) => notRun)) console.log(`  not run: ${text}`)
  return all
}

async function checkInstallation(tree: Tree): Promise<LoadCheck> {
  if (process.argv.includes('--no-install')) return NOT_INSTALLED
  return tree.platform.os === 'win32' ? checkInstaller(tree) : checkDeb(tree)
}

const faults = await checkConfiguration(path.join(repository, 'electron-builder.yml'))
for (const fault of faults) console.log(`FAILED  electron-builder.yml: ${fault}`)
for (const platform of PLATFORMS) faults.push(...(await check(platform)))
console.log(`not run at all: ${NOT_HERE}`)
console.log(faults.length === 0 ? 'Both trees are whole.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
