// SQL that counts the bytes of rows, the same for both engines.

/** The bytes of a version without its atoms, of a row of `versions`. */
export const VERSION_BYTES_SQL = `
  size_bytes + octet_length(source_manifest) + coalesce(octet_length(readme), 0) + octet_length(description)
  + octet_length(namespaces) + octet_length(tags) + coalesce(octet_length(requires), 0)`;
