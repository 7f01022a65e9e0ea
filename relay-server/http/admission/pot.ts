// A small pot of places for strangers: so many for an address, for an IPv6 /56, and in all. A full pot stays open for who
// holds least: the oldest place of whoever holds the most is taken back.
import type { AddressKeys } from '../address-keys.ts'

export interface PotLimits {
  /** Of an IPv4 address or an IPv6 /64. */
  readonly perAddress: number
  /** Of an IPv6 /56. */
  readonly perNetwork: number
  readonly total: number
}

/** One stranger's place. */
export interface Place {
  /** It is free again. May be called any number of times. */
  readonly release: () => void
}

/** Who shares what is taken back: an IPv4 address, or an IPv6 /56. */
interface Holder {
  readonly name: string
  /** The oldest first; the value takes the place back. */
  readonly places: Map<Place, () => void>
}

export class Pot {
  readonly #limits: PotLimits
  readonly #countByAddress = new Map<string, number>()
  readonly #holderByName = new Map<string, Holder>()
  /** Holders by how many places they have; of each number whoever has had it longest comes first. */
  readonly #holdersByCount = new Map<number, Set<Holder>>()
  #size = 0

  constructor(limits: PotLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Places of the IPv4 address or the IPv6 /64. */
  countOf({ key }: Pick<AddressKeys, 'key'>): number {
    return this.#countByAddress.get(key) ?? 0
  }

  /** False when the address or its /56 has its share. */
  hasRoomFor({ key, wideKey }: Pick<AddressKeys, 'key' | 'wideKey'>): boolean {
    const { perAddress, perNetwork } = this.#limits
    if (this.countOf({ key }) >= perAddress) return false
    return wideKey === null || (this.#holderByName.get(wideKey)?.places.size ?? 0) < perNetwork
  }

  /**
   * Null when the address or its /56 has its share, or the pot is full and nobody has more than they. `takeBack` ends what
   * the place was for; it is called at most once.
   */
  take({ key, wideKey }: AddressKeys, takeBack: () => void): Place | null {
    if (!this.hasRoomFor({ key, wideKey })) return null
    const holder = this.#holderByName.get(wideKey ?? key) ?? { name: wideKey ?? key, places: new Map() }
    if (this.#size >= this.#limits.total && !this.#makeRoom(holder.places.size)) return null
    this.#countByAddress.set(key, (this.#countByAddress.get(key) ?? 0) + 1)
    let isHeld = true
    const place: Place = {
      release: () => {
        if (isHeld) this.#release(holder, place, key)
        isHeld = false
      },
    }
    this.#change(holder, () => holder.places.set(place, takeBack))
    return place
  }

  /** Takes one back from whoever holds the most, if that is more than `count`. */
  #makeRoom(count: number): boolean {
    const most = Math.max(...this.#holdersByCount.keys())
    const [holder] = most > count ? (this.#holdersByCount.get(most) ?? []) : []
    const [oldest] = holder?.places ?? []
    if (oldest === undefined) return false
    const [place, takeBack] = oldest
    place.release()
    takeBack()
    return true
  }

  #release(holder: Holder, place: Place, key: string): void {
    this.#change(holder, () => holder.places.delete(place))
    const count = (this.#countByAddress.get(key) ?? 1) - 1
    if (count === 0) this.#countByAddress.delete(key)
    else this.#countByAddress.set(key, count)
  }

  /** Keeps the holders in the order of their numbers. */
  #change(holder: Holder, change: () => unknown): void {
    const before = holder.places.size
    change()
    const after = holder.places.size
    this.#size += after - before
    const old = this.#holdersByCount.get(before)
    old?.delete(holder)
    if (old?.size === 0) this.#holdersByCount.delete(before)
    if (after === 0) return void this.#holderByName.delete(holder.name)
    this.#holderByName.set(holder.name, holder)
    const same = this.#holdersByCount.get(after) ?? new Set()
    this.#holdersByCount.set(after, same.add(holder))
  }
}
