/** Writes an in-toto statement about a bundle, so that existing tools can sign it and tell when a file has changed. */

/** The files that decide what is right: the contract and the ledger. */
const configurationFiles = ['distribution.yaml', 'requirements.yaml'];

/**
 * Returns a statement of type `test-result` (in-toto.io), whose subjects are the files of the bundle.
 * @param checksums the SHA-256 of each file in hexadecimal digits, by name
 * @param verdicts the verdict of each requirement, by id
 */
export function createStatement(
  checksums: ReadonlyMap<string, string>,
  verdicts: Readonly<Record<string, string>>,
) {
  const files = [...checksums].map(([name, sha256]) => ({ name, digest: { sha256 } }));
  const select = (wanted: string): string[] =>
    Object.entries(verdicts).flatMap(([id, verdict]) => (verdict === wanted ? [id] : []));
  const failedTests = select('drifts');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.filter(({ name }) => !configurationFiles.includes(name)),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: failedTests.length > 0 ? 'FAILED' : 'PASSED',
      configuration: files.filter(({ name }) => configurationFiles.includes(name)),
      passedTests: select('conforms'),
      failedTests,
    },
  };
}
