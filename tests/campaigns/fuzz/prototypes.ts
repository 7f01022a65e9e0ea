// Whether somebody changed what every object has: the names and values on the prototypes of the language.

const PROTOTYPES: readonly (readonly [name: string, prototype: object])[] = [
  ['Object', Object.prototype],
  ['Array', Array.prototype],
  ['Function', Function.prototype],
  ['String', String.prototype],
  ['Number', Number.prototype],
  ['Map', Map.prototype],
  ['Set', Set.prototype],
  ['Promise', Promise.prototype],
  ['Uint8Array', Uint8Array.prototype],
  ['Buffer', Buffer.prototype],
  ['Error', Error.prototype],
]

/** What is wrong since the call, in words; asked again, it says so again. */
export function watchPrototypes(): () => string[] {
  const before = PROTOTYPES.map(([name, prototype]) => ({ name, prototype, was: propertiesOf(prototype) }))
  return () =>
    before.flatMap(({ name, prototype, was }) => {
      const now = propertiesOf(prototype)
      const keys = [...new Set([...was.keys(), ...now.keys()])]
      return keys
        .filter((key) => !isSame(was.get(key), now.get(key)))
        .map((key) => `changed ${name}.prototype.${String(key)}`)
    })
}

function propertiesOf(prototype: object): Map<PropertyKey, PropertyDescriptor | undefined> {
  return new Map(
    Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)]),
  )
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  return one?.value === other?.value && one?.get === other?.get && one?.set === other?.set
}
