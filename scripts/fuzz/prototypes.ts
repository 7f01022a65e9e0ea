// Whether somebody changed what every object has: the names and values on the prototypes of the language.

const PROTOTYPES = [
  ...[Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype],
  ...[
    Map.prototype,
    Set.prototype,
    Promise.prototype,
    Uint8Array.prototype,
    Buffer.prototype,
    Error.prototype,
  ],
] as const

/** What is wrong since the call, in words; asked again, it says so again. */
export function watchPrototypes(): () => string[] {
  const before = PROTOTYPES.map((one) => Object.getOwnPropertyDescriptors(one))
  return () =>
    PROTOTYPES.flatMap((one, at) => {
      const [then, now] = [
        new Map(entries(before[at])),
        new Map(entries(Object.getOwnPropertyDescriptors(one))),
      ]
      const names = [...new Set([...then.keys(), ...now.keys()])]
      return names
        .filter((name) => !isSame(then.get(name), now.get(name)))
        .map((name) => `changed ${one.constructor.name}.prototype.${String(name)}`)
    })
}

function entries(descriptors: object = {}): [PropertyKey, PropertyDescriptor][] {
  return Reflect.ownKeys(descriptors).flatMap((name) => {
    const held = Object.getOwnPropertyDescriptor(descriptors, name)
    return held === undefined ? [] : [[name, held.value]]
  })
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  return one?.value === other?.value && one?.get === other?.get && one?.set === other?.set
}
