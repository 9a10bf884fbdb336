import { useNavigate } from '@tanstack/react-router'

/** The address says which move is shown. */
export function useOpenMove() {
  const navigate = useNavigate()
  return (id: number) =>
    void navigate({
      to: '/import/$id',
      params: { id: 'move' },
      search: { open: id } as never,
      ignoreBlocker: true,
    })
}
