// What a container starts by its first word: a program, the database server, relayctl, or the question whether a program is ready.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import { repository } from '../../command.ts'

const SOURCES = path.join(repository, 'build/server')
const TREE = '/usr/lib/pharmacy-relay/current'

/** By path below the root of the image; all of them may be executed. */
export async function imageScripts(): Promise<Record<string, string>> {
  const names = programs.map(({ name }) => name).join(' ')
  const own = async (name: string): Promise<string> => readFile(path.join(SOURCES, 'image', name), 'utf8')
  return {
    'usr/bin/relay': entry(),
    'usr/bin/relayctl': (await own('relayctl.sh')).replace('PROGRAMS', names),
    'usr/bin/relay-postgres': await own('postgres.sh'),
    'usr/bin/relay-healthy': await own('healthy.sh'),
    [`${TREE.slice(1)}/bin/relayctl`]: await readFile(path.join(SOURCES, 'relayctl.sh'), 'utf8'),
  }
}

function entry(): string {
  const cases = programs.map(({ name, nodeFlags }) => {
    const flags = nodeFlags.map((flag) => `${flag} `).join('')
    return `  ${name}) exec ${TREE}/node ${flags}${TREE}/scripts/run.cjs ${TREE}/operations/container/main.ts ${name} ;;`
  })
  return `#!/bin/sh
# What this container is, by its first word.
word=$1
[ $# -eq 0 ] || shift
case "$word" in
${cases.join('\n')}
  postgres) exec relay-postgres ;;
  healthy) exec relay-healthy "$@" ;;
  relayctl) exec relayctl "$@" ;;
  *) echo "relay: there is no $word. There are ${programs.map(({ name }) => name).join(', ')}, postgres, healthy and relayctl" >&2; exit 2 ;;
esac
`
}
