-- Whose words the text is. A digest of ours that an older version stored is recognised by its three headings.
ALTER TABLE cases ADD COLUMN text_kind TEXT NOT NULL DEFAULT 'judgment';
UPDATE cases SET text_kind = 'digest' WHERE id IN (
        SELECT case_id FROM versions WHERE text LIKE 'Facts' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Issue' || char(10) || '%'
        AND text LIKE '%' || char(10) || 'Held' || char(10) || '%');
