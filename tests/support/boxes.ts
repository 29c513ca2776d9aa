/** Boxes of ISO/IEC 14496-12, for hand-made movies. */
export function box(type: string, payload: Buffer): Buffer {
  return Buffer.concat([u32(8 + payload.length), Buffer.from(type, 'latin1'), payload])
}

/** A box with version 0 and no flags. */
export function fullBox(type: string, payload: Buffer): Buffer {
  return box(type, Buffer.concat([u32(0), payload]))
}

export function container(type: string, children: readonly Buffer[]): Buffer {
  return box(type, Buffer.concat(children))
}

/** 32 bits, big-endian. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
