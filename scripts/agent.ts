// `npm run agent -- ARGS`: builds the agent's bundle and its pages and becomes it, with a data folder inside this repository.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stop } from 'esbuild'
import { buildAgent } from './build/build-agent.ts'
import { buildWindow } from './build/build-window.ts'

process.env['Agent__DataFolder'] ||= path.resolve(import.meta.dirname, '../.data/agent')
const [{ file }] = await Promise.all([buildAgent(), buildWindow()])
await stop()
// Not awaited here: the agent ends the process itself, and scripts/run.cjs takes an end before this module is
// done for a program that never got going.
setImmediate(() => void import(pathToFileURL(file).href))
