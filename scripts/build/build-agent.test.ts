// What the bundle may hold: the spool's thread pays for every module of its own with memory.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { PRESCRIPTIONS } from '../../agent/drawing/prescription/test/prescriptions.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { buildAgent } from './build-agent.ts'

/** Some 19 KB of it is the English of reasons, which the thread stores with a label: it grows with each reason. */
const MOST_BYTES = 88_000
/** What zod cannot do without, whatever the bundler makes of its names. */
const ZOD = /ZodError|~standard/

test('the thread of the spool loads no zod and stays small', async () => {
  const { file } = await buildAgent()
  const program = await readFile(path.join(path.dirname(file), 'spool-worker.mjs'), 'utf8')
  expect(program).toContain('The spool expected')
  expect(program).not.toMatch(ZOD)
  expect(Buffer.byteLength(program)).toBeLessThan(MOST_BYTES)
  expect(await readFile(path.join(path.dirname(file), 'agent-bundle.mjs'), 'utf8')).toMatch(ZOD)
})

test('an agent that only says its version loads no undici, which the http of Node brings', async () => {
  const { file } = await buildAgent()
  const loaded = path.join(temporaryFolder(), 'loaded.txt')
  const note = path.join(temporaryFolder(), 'note.cjs')
  const writing = `require('fs').writeFileSync(${JSON.stringify(loaded)}, process.moduleLoadList.join('\\n'))`
  await writeFile(note, `process.on('exit', () => ${writing})`)
  await promisify(execFile)(process.execPath, ['--require', note, file, '--version'])
  const modules = await readFile(loaded, 'utf8')
  expect(modules).toContain('NativeModule http\n')
  expect(modules).not.toContain('undici')
})

test('nothing of a failpoint is in the bundle that is installed', async () => {
  const armed = /Agent__Failpoint|Agent__WithoutCommit/
  const built = await buildAgent()
  expect(await readFile(path.join(path.dirname(built.file), 'agent-bundle.mjs'), 'utf8')).toMatch(armed)
  const { programs } = await buildAgent({ folder: temporaryFolder(), isProduction: true })
  for (const program of programs) expect(await readFile(program, 'utf8')).not.toMatch(armed)
})

test('the thread that draws labels finds its renderer beside the bundle', async () => {
  const { file } = await buildAgent()
  const worker = new Worker(path.join(path.dirname(file), 'draw-worker.mjs'))
  onTestFinished(async () => void (await worker.terminate()))
  expect(await once(worker, 'message')).toEqual([{ isReady: true }])
  worker.postMessage({ id: 1, zpl: '^XA^FDx^FS^XZ', widthMm: 20, heightMm: 20, dotsPerMm: 8 })
  const [answer]: unknown[] = await once(worker, 'message')
  expect(answer).toMatchObject({ id: 1, png: expect.any(Uint8Array) })
})

test('what draws prescriptions finds its typefaces and WebAssembly beside the bundle, and the agent loads none of it', async () => {
  const { file } = await buildAgent()
  const program = fork(path.join(path.dirname(file), 'prescription-program.mjs'), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
  })
  onTestFinished(() => void program.kill())
  expect((await once(program, 'message'))[0]).toEqual({ isReady: true })
  const media = { widthMm: 100, heightMm: 50, dpi: 203 }
  program.send({ id: 1, document: PRESCRIPTIONS.arabic, media, language: 'tspl' })
  const [answer]: unknown[] = await once(program, 'message')
  expect(answer).toMatchObject({ id: 1, payload: expect.any(Uint8Array), pictures: [expect.any(Uint8Array)] })
  const agent = await readFile(path.join(path.dirname(file), 'agent-bundle.mjs'), 'utf8')
  expect(agent).not.toMatch(/harfbuzzjs|resvg|bwip-js|dejavu-fonts/)
})
