DROP TABLE kept_answer_counts;
DROP TABLE kept_answers;
