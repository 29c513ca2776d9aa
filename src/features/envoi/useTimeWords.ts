import { useEffect, useState } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { uploadQueue, useNetworkPreference } from '#src/pwa/uploadQueue.ts'
import { aboutWords } from './batch.ts'

/** ", environ 40 s": estimated time to send these bytes; empty when unknown or while waiting for Wi-Fi. */
export function useTimeWords(bytes: number): string {
  const [speed, setSpeed] = useState(0)
  const { isMobile, isWifiOnly } = useNetworkPreference()
  const isReachable = useReachable()
  useEffect(() => void uploadQueue.uploadSpeed().then(setSpeed, () => undefined), [])
  if (speed === 0 || bytes === 0 || !isReachable || (isMobile && isWifiOnly)) return ''
  return `, ${aboutWords(bytes / speed)}`
}
