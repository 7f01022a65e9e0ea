// `npm run package:check`: builds the unpacked application of each platform with a stand-in for Electron, and examines it.
import path from 'node:path'
import { repository } from './command.ts'
import { buildTree, electronVersion } from './package/build-tree.ts'
import { checkLoading } from './package/load-check.ts'
import { PLATFORMS, type Platform } from './package/platforms.ts'
import { stage } from './package/stage.ts'
import { standInFor } from './package/stand-in.ts'
import { checkConfiguration, checkTree } from './package/tree-check.ts'

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
  const { faults, notRun } = await checkLoading(tree)
  const all = [...(await checkTree(tree)), ...faults]
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  console.log(
    `${all.length === 0 ? 'passed' : 'FAILED'}  ${platform.name.padEnd(10)} ${seconds.padStart(4)} s`,
  )
  for (const fault of all) console.log(`  ${fault}`)
  for (const words of notRun) console.log(`  not run: ${words}`)
  return all
}

const faults = await checkConfiguration(path.join(repository, 'electron-builder.yml'))
for (const fault of faults) console.log(`FAILED  electron-builder.yml: ${fault}`)
for (const platform of PLATFORMS) faults.push(...(await check(platform)))
console.log(faults.length === 0 ? 'Both trees are whole.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
