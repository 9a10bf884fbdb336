declare module 'virtual:earshot-licences' {
  const licences: { name: string; version: string; license: string }[]
  export default licences
}
