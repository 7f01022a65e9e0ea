// What needs the demo with its agents, in one file and so one after the other. Last: what adds a computer.
import { stopsSharedDemo } from './shared-demo.ts'
import './recovery.cases.ts'
import './printing.cases.ts'
import './trace.cases.ts'
import './metrics.cases.ts'
import './panels.cases.ts'
import './health/health.cases.ts'

stopsSharedDemo()
