// What needs the platform alone, in one file and so one after the other. Last: what uses up tries to sign in.
import { stopsSharedDemo } from './shared-demo.ts'
import './drugs.cases.ts'
import './bare-device.cases.ts'
import './account-ends.cases.ts'
import './computers/store-away.cases.ts'
import './computers/joining.cases.ts'
import './bad-input.cases.ts'

stopsSharedDemo()
