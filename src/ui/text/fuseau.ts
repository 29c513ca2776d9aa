import { createContext, useContext } from 'react'

/** IANA zone of the event that a screen is about; undefined: times are those of the device. */
export const FuseauContext = createContext<string | undefined>(undefined)

/** The zone in which times are told here (ADR 37). */
export function useFuseau(): string | undefined {
  return useContext(FuseauContext)
}
