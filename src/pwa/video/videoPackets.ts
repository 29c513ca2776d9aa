import {
  BlobSource,
  EncodedPacketSink,
  Input,
  MP4,
  QTFF,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import type { TrackPackets, VideoPackets } from './trimPlan.ts'

/** An opened video: the tracks that can be copied, and what they contain. */
export interface OpenVideo {
  readonly file: Blob
  readonly isQuickTime: boolean
  readonly picture: InputVideoTrack
  readonly sounds: readonly InputAudioTrack[]
  readonly packets: VideoPackets
}

/** Longest main-thread task while packets are read or copied, in milliseconds. */
const sliceMs = 12

/**
 * Reads the index of an MP4 or QuickTime video: times and sizes of its packets, not the packets themselves.
 * @param file is read in pieces, never whole
 * @param signal ends all reading from the video, also that of a copy
 * @throws when it is no such video, or its pictures are in no known format
 */
export async function openVideo(file: Blob, signal: AbortSignal): Promise<OpenVideo> {
  // When reading ahead fails, the read that needs the bytes fails too, and says so.
  const source = new BlobSource(file, { handleUnhandledError: () => undefined })
  const input = new Input({ formats: [MP4, QTFF], source })
  signal.addEventListener('abort', () => input.dispose(), { once: true })
  try {
    const picture = await input.getPrimaryVideoTrack()
    if (!picture || (await picture.getCodec()) === null) throw new Error('No video track in a known format')
    const sounds: InputAudioTrack[] = []
    // An iPhone writes spatial sound in an unknown format, and the same sound in AAC beside it.
    for (const sound of await input.getAudioTracks()) if ((await sound.getCodec()) !== null) sounds.push(sound)
    const packets = {
      duration: await picture.computeDuration(),
      picture: await withRealKeys(picture, await readPackets(picture)),
      sounds: await Promise.all(sounds.map(readPackets)),
    }
    const isQuickTime = (await input.getFormat()) === QTFF
    return { file, isQuickTime, picture, sounds, packets }
  } catch (error) {
    input.dispose()
    throw error
  }
}

/** Yields to the main thread between slices: reading from the cache of the file ends no task by itself. */
export async function* inSlices<T>(list: AsyncIterable<T>): AsyncGenerator<T, void> {
  let begunAt = performance.now()
  for await (const one of list) {
    yield one
    if (performance.now() - begunAt < sliceMs) continue
    await yieldToMain()
    begunAt = performance.now()
  }
}

async function readPackets(track: InputTrack): Promise<TrackPackets> {
  const found: EncodedPacket[] = []
  for await (const packet of inSlices(packetsOf(track))) found.push(packet)
  return {
    times: Float64Array.from(found, ({ timestamp }) => timestamp),
    sizes: Uint32Array.from(found, ({ byteLength }) => byteLength),
    keys: Uint8Array.from(found, ({ type }) => (type === 'key' ? 1 : 0)),
  }
}

/** The packets without their bytes. The iterator of the library takes a minute for a video of three hours. */
async function* packetsOf(track: InputTrack): AsyncGenerator<EncodedPacket, void> {
  const [sink, options] = [new EncodedPacketSink(track), { metadataOnly: true }]
  for (let packet = await sink.getFirstPacket(options); packet; packet = await sink.getNextPacket(packet, options))
    yield packet
}

/**
 * Some programs mark pictures as key frames from which Chromium cannot start (H.264 recovery points). When the second
 * one is such a picture, only the first one counts, and a part begins at the beginning of the video.
 */
async function withRealKeys(picture: InputVideoTrack, packets: TrackPackets): Promise<TrackPackets> {
  const [first, second] = [packets.keys.indexOf(1), packets.keys.indexOf(1, packets.keys.indexOf(1) + 1)]
  if (second === -1) return packets
  const packet = await new EncodedPacketSink(picture).getKeyPacket(packets.times[second] ?? 0)
  if (packet && (await picture.determinePacketType(packet)) === 'key') return packets
  return { ...packets, keys: packets.keys.map((_key, index) => (index === first ? 1 : 0)) }
}
