// One program in a container: its settings are relay.conf beneath the container's own environment, which says where the others are.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../machine/config-file.ts'
import { placesIn } from '../machine/places.ts'
import { programs, tree } from '../machine/programs.ts'
import { CONTAINER_ROOT } from './container-root.ts'

const EXIT_USAGE = 2
const name = process.argv[2] ?? ''
const program = programs.find((one) => one.name === name)
if (program === undefined) {
  process.stderr.write(`There is no program ${name.slice(0, 40)}\n`)
  process.exit(EXIT_USAGE)
}
const places = placesIn(CONTAINER_ROOT)
const settings = {
  ...readConfig(readFileSync(places.config, 'utf8')),
  Data__Folder: path.join(places.state, name),
}
for (const [setting, value] of Object.entries(settings)) process.env[setting] ??= value
// A program takes no arguments.
process.argv.splice(2)
await import(pathToFileURL(path.join(tree, program.file)).href)
