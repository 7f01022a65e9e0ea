// powerMonitor: what the system says of its screen and its sleep.
import { EventEmitter } from 'node:events'

export const powerMonitor = new EventEmitter()
