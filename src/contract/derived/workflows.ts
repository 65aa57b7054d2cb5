import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { CONTRACT_FILE } from '../document.ts';

const FILE = join(dirname(CONTRACT_FILE), 'workflows.yaml');

/** The parts of the workflows (Arazzo) that the program itself reads. */
export interface WorkflowsDocument {
  arazzo: string;
  info: { title: string };
  sourceDescriptions: { name: string; type: string; url: string }[];
  workflows: { workflowId: string; summary: string; steps: { operationId: string }[] }[];
}

/** The workflows, whose operations are those of the contract that is served at an address. */
export async function readWorkflows(baseUrl: string): Promise<WorkflowsDocument> {
  const document = load(await readFile(FILE, 'utf8')) as WorkflowsDocument;
  const url = `${baseUrl}/openapi.json`;
  return { ...document, sourceDescriptions: document.sourceDescriptions.map((one) => ({ ...one, url })) };
}
