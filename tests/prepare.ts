// Makes what tests of the whole platform begin with, before files of them start beside each other and each would make it: builds and databases.
import { buildAgent } from '../scripts/build/build-agent.ts'
import { buildWindow } from '../scripts/build/build-window.ts'
import { bundledPrograms } from './bundled-programs.ts'
import { preparedData } from './prepared-data.ts'

await Promise.all([buildAgent(), buildWindow(), bundledPrograms(), preparedData()])
// The bundler's process would keep this one.
process.exit(0)
