// A kept build: what was built stands, and anything that changed is built anew.
import { rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { keptBuild } from './kept-build.ts'

const LONG_AGO = new Date('2026-01-01T00:00:00Z')

/** A build of one file out of another. `again` says whether it was done again. */
async function smallBuild() {
  const folder = temporaryFolder()
  const [input, output] = [path.join(folder, 'input'), path.join(folder, 'output')]
  const write = async (text: string) => {
    await writeFile(input, text)
    await utimes(input, LONG_AGO, LONG_AGO)
  }
  await write('one')
  let builds = 0
  const again = async (settings: unknown = 1): Promise<boolean> => {
    const before = builds
    const outputs = await keptBuild({ name: 'small', settings, folder }, async () => {
      builds++
      await writeFile(output, 'built')
      return { inputs: [input], outputs: [output] }
    })
    expect(outputs).toEqual([output])
    return builds > before
  }
  return { input, output, write, again }
}

test('what was built is not built again, until its source, its settings or what came out is another', async () => {
  const { output, write, again } = await smallBuild()
  expect([await again(), await again(), await again()]).toEqual([true, false, false])
  await write('two')
  expect([await again(), await again()]).toEqual([true, false])
  expect([await again(2), await again(2), await again(1)]).toEqual([true, false, true])
  await writeFile(output, 'somebody else’s')
  expect([await again(), await again()]).toEqual([true, false])
  await rm(output)
  expect([await again(), await again()]).toEqual([true, false])
})

test('a source that is gone, or that changed while it was built, is not believed', async () => {
  const { input, write, again } = await smallBuild()
  await again()
  await rm(input)
  await expect(again()).rejects.toThrow('ENOENT')
  await write('three')
  await utimes(input, LONG_AGO, new Date(Date.now() + 60_000))
  expect([await again(), await again()]).toEqual([true, true])
})
